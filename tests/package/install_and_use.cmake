# SPDX-License-Identifier: Apache-2.0
# Installs the build below FOLDER, builds the outside project against the installation alone, and runs it.
set(prefix ${FOLDER}/prefix)
set(outside ${FOLDER}/outside)
file(REMOVE_RECURSE ${prefix} ${outside})

execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${PROJECT} -B ${outside} -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_PREFIX_PATH=${prefix}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${outside} COMMAND_ERROR_IS_FATAL ANY)

function(expect expected)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${ARGN} printed '${printed}', '${expected}' is expected")
  endif()
endfunction()
expect("174604259328" ${outside}/parameters gpt3-175b)
expect("<svg 1" ${outside}/picture)
expect("model_parameters_given_count,model_parameters_count,findings\n17000000000,17000000000," ${prefix}/bin/llmsize memory --parameters 17B --results model.parameters --csv)
