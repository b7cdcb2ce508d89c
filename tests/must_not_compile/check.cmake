# SPDX-License-Identifier: Apache-2.0
# Compiles SOURCE twice: it must succeed as it is and fail with -DMISTAKE, with the text that its line "// expect: REGEX" says.
# What SOURCE declares beside the library's headers is an id to it, in a list of its own below LISTS.
file(STRINGS ${SOURCE} expectation REGEX "^// expect: " LIMIT_COUNT 1)
if(NOT expectation)
  message(FATAL_ERROR "${SOURCE} does not say what to expect")
endif()
string(REPLACE "// expect: " "" expected "${expectation}")

cmake_path(GET SOURCE STEM name)
execute_process(
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${ROOT}/core -DALSO=${SOURCE} -DOUTPUT=${LISTS}/${name}/core/formula/id_list.hpp -P ${ROOT}/cmake/write_ids.cmake
  COMMAND_ERROR_IS_FATAL ANY)
file(MAKE_DIRECTORY ${LISTS}/${name}/core/layers)
execute_process(
  COMMAND ${CMAKE_COMMAND} -DNAMES=${ROOT}/core/formula/former_names.csv -DOUTPUT=${LISTS}/${name}/core/formula/former_ids.hpp
    -DLIST=${LISTS}/${name}/core/inputs/former_list.hpp -P ${ROOT}/cmake/write_former.cmake
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${ROOT}/core/layers -DOUTPUT=${LISTS}/${name}/core/layers/list.hpp -P ${ROOT}/cmake/write_kinds.cmake
  COMMAND_ERROR_IS_FATAL ANY)

function(compile result output)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only -I${ROOT} -I${LISTS}/${name} ${ARGN} ${SOURCE}
    RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${result} "${status}" PARENT_SCOPE)
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

compile(status output)
if(NOT status STREQUAL "0")
  string(SUBSTRING "${output}" 0 2000 output)
  message(FATAL_ERROR "does not compile even without its mistake:\n${output}")
endif()
compile(status output -DMISTAKE)
if(status STREQUAL "0")
  message(FATAL_ERROR "the mistake is not noticed")
endif()
if(NOT output MATCHES "${expected}")
  string(SUBSTRING "${output}" 0 2000 output)
  message(FATAL_ERROR "fails otherwise than with '${expected}':\n${output}")
endif()
