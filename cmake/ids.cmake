# SPDX-License-Identifier: Apache-2.0
# The ids of all inputs, words, results and findings as one generated header, so that the compiler knows a misspelt one. It is made anew
# when a declaration changes and touched only when an id does: whoever names an id does not depend on the headers that declare it.
function(llmsize_generate_ids target)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*.hpp)
  set(output ${PROJECT_BINARY_DIR}/generated/core/formula/id_list.hpp)
  set(command ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/core -DOUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/cmake/write_ids.cmake)
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  add_custom_command(OUTPUT ${output} COMMAND ${command} DEPENDS ${headers} ${PROJECT_SOURCE_DIR}/cmake/write_ids.cmake
    COMMENT "Listing the ids" VERBATIM)
  add_custom_target(llmsize_ids DEPENDS ${output})
  target_sources(${target} PRIVATE ${output})
endfunction()

# Names that ids, options, words and labels had before, as two generated headers: ids, which everybody reads, and the rest.
function(llmsize_generate_former target)
  set(names ${PROJECT_SOURCE_DIR}/core/formula/former_names.csv)
  set(output ${PROJECT_BINARY_DIR}/generated/core/formula/former_ids.hpp)
  set(list ${PROJECT_BINARY_DIR}/generated/core/inputs/former_list.hpp)
  set(command ${CMAKE_COMMAND} -DNAMES=${names} -DOUTPUT=${output} -DLIST=${list} -P ${PROJECT_SOURCE_DIR}/cmake/write_former.cmake)
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
  add_custom_command(OUTPUT ${output} ${list} COMMAND ${command} DEPENDS ${names} ${PROJECT_SOURCE_DIR}/cmake/write_former.cmake
    COMMENT "Listing former names" VERBATIM)
  target_sources(${target} PRIVATE ${output} ${list})
endfunction()
