# SPDX-License-Identifier: Apache-2.0
# Manual pages of PROGRAMS, made by HELP2MAN in a folder of each program in FOLDER: one of the program and, where it has commands, one of each.
set(ENV{QT_QPA_PLATFORM} offscreen)
set(ENV{COLUMNS} 80)

# manual_page(PROGRAM PAGE OPTION SUMMARY): what the program says when asked with an option, as a page.
function(manual_page program folder page option summary)
  execute_process(
    COMMAND ${HELP2MAN} --no-info --section=1 "--help-option=${option}" "--name=${summary}" "--output=${folder}/${page}.1" ${program}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -9nf ${folder}/${page}.1 COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(program IN LISTS PROGRAMS)
  get_filename_component(name ${program} NAME)
  set(folder ${FOLDER}/${name})
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  manual_page(${program} ${folder} ${name} --help "size GPU clusters for LLM training and inference")
  execute_process(COMMAND ${program} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  # "  serve       Size a serving cluster: throughput, TTFT, TPOT, cost"
  string(REGEX REPLACE "^.*\nCommands:\n" "" commands "${help}")
  if(NOT commands STREQUAL help)
    string(REPLACE ";" "," commands "${commands}")
    string(REGEX MATCHALL "  [a-z]+ +[A-Z][^\n]+" commands "${commands}")
    foreach(line IN LISTS commands)
      string(REGEX REPLACE "^  ([a-z]+) +(.*)$" "\\1" command "${line}")
      string(REGEX REPLACE "^  ([a-z]+) +(.*)$" "\\2" summary "${line}")
      manual_page(${program} ${folder} ${name}-${command} "help ${command} --all" "${summary}")
    endforeach()
  endif()
endforeach()
