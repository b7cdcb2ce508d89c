/* SPDX-License-Identifier: Apache-2.0
 * llmsize for C programs, and for every language that calls C: JSON in, JSON out. */
#ifndef LLMSIZE_H
#define LLMSIZE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Answers a question, such as
 *   {"question": "size", "set": {"model": "gpt3-175b", "system": "dgx-h100", "tokens": "300B", "deadline": "30d"}}
 * with the document that `llmsize size --json` writes, which llmsize_free frees. NULL where something is wrong:
 * llmsize_last_error says what. Threads may ask at once. */
char* llmsize_ask(const char* question);

/* What was wrong with the last question of this thread, in one sentence; "" where nothing was. Good until it asks again. */
const char* llmsize_last_error(void);

/* The exit code that the command line has for it: 2 a wrong value, 3 bad file contents, 4 an unknown model, machine or
 * result, 5 a file or too little memory, 70 a bug of llmsize; 0 where nothing was wrong. */
int llmsize_last_error_code(void);

/* The JSON Schema of a question, which llmsize_free frees. */
char* llmsize_schema(void);

/* "0.1.0" */
const char* llmsize_version(void);

/* Frees what llmsize_ask and llmsize_schema gave; NULL is nothing. */
void llmsize_free(char* text);

#ifdef __cplusplus
}
#endif

#endif
