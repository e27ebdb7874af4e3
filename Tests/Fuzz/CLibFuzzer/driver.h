/* The entry of libFuzzer for programs that have a main function of their own:
   https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library */
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run_one_input)(const uint8_t *data, size_t size));
