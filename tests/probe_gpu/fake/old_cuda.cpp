// SPDX-License-Identifier: Apache-2.0
// A driver without what we need.
extern "C" {

int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int* version) {
  *version = 9000;
  return 0;
}

}  // extern "C"
