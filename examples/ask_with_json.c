/* SPDX-License-Identifier: Apache-2.0
 * Asks a question in JSON: ask_with_json '{"question": "memory", "set": {"model": "gpt3-175b", "gpus": 64}}' */
#include <llmsize/llmsize.h>

#include <stdio.h>

int main(int argc, char** argv) {
  char* answer = argc == 2 ? llmsize_ask(argv[1]) : llmsize_schema();
  if (!answer) {
    fprintf(stderr, "%s\n", llmsize_last_error());
    return llmsize_last_error_code();
  }
  puts(answer);
  llmsize_free(answer);
  return 0;
}
