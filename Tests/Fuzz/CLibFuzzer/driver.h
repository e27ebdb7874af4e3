/* The entry of libFuzzer for programs with their own main function:
   https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run_one_input)(const uint8_t *data, size_t size));
