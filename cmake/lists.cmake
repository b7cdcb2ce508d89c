# SPDX-License-Identifier: Apache-2.0
# What registers itself by being there, as one generated header: the declarations that a pattern finds in the sources of a folder, and an
# array of all of them by name. It is made anew when a source changes or comes, and touched only when a name does.
#
# llmsize_generate_list(TARGET FOLDER HEADER PATTERN NAMESPACE TYPE DECLARATION ARRAY): the one group of PATTERN is the name, which stands for %
# in DECLARATION; TYPE is declared before; ARRAY declares the array of addresses.
function(llmsize_generate_list target folder header pattern namespace type declaration array)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  set(output ${PROJECT_BINARY_DIR}/generated/${folder}/${header})
  set(command ${CMAKE_COMMAND} "-DFOLDER=${PROJECT_SOURCE_DIR}/${folder}" -DOUTPUT=${output} "-DPATTERN=${pattern}" -DNAMESPACE=${namespace}
    -DTYPE=${type} "-DDECLARATION=${declaration}" "-DARRAY=${array}" -P ${PROJECT_SOURCE_DIR}/cmake/write_list.cmake)
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  add_custom_command(OUTPUT ${output} COMMAND ${command} DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/write_list.cmake
    COMMENT "Listing ${folder}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

# The kinds of layers of core/layers, one header each, as one generated header.
function(llmsize_generate_kinds target)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/layers/*.hpp)
  set(output ${PROJECT_BINARY_DIR}/generated/core/layers/list.hpp)
  set(command ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/core/layers -DOUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/cmake/write_kinds.cmake)
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  add_custom_command(OUTPUT ${output} COMMAND ${command} DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/write_kinds.cmake
    COMMENT "Listing the kinds of layers" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
