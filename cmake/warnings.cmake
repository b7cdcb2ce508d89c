# SPDX-License-Identifier: Apache-2.0
# Warnings for this project's own targets; nothing is forced on users of the library.
add_library(llmsize_warnings INTERFACE)
target_compile_options(llmsize_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC calls an enumerator of a scoped enum a shadow; "local" leaves that out.
  target_compile_options(llmsize_warnings INTERFACE -Wshadow=local -Wduplicated-cond -Wlogical-op)
elseif(NOT CMAKE_UNITY_BUILD)
  # Files that are compiled as one see each other's names.
  target_compile_options(llmsize_warnings INTERFACE -Wshadow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang-tidy's own takes a sixth of its time. What Qt's moc writes has such names.
  target_compile_options(llmsize_warnings INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:AUTOMOC>>>:-Wreserved-identifier>)
endif()
if(LLMSIZE_WARNINGS_AS_ERRORS)
  target_compile_options(llmsize_warnings INTERFACE -Werror)
endif()
