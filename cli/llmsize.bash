# SPDX-License-Identifier: Apache-2.0
# Completes commands, options, catalog entries, choices and result IDs of llmsize in bash. Installed with the program; to
# try it, source this file.
_llmsize() {
  local IFS=$'\n'
  COMPREPLY=($("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
}
complete -o default -F _llmsize llmsize
