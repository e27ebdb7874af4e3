#define _GNU_SOURCE
#include "antrain_linux.h"

#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

static int argument_count;
static char **argument_values;

/* Swift's runtime takes both from /proc: if that fails, it aborts before main ("Unable to obtain Swift runtime path"), or has no
   arguments. The C library hands them to every constructor. */
__attribute__((constructor(101))) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
    char path[1];
    if (readlink("/proc/self/exe", path, sizeof path) < 0) setenv("SWIFT_ROOT", "/", 0);
}

uint64_t antrain_environment_digest(void) {
    /* FNV-1a, with the NUL after each variable. */
    uint64_t digest = 0xCBF29CE484222325u;
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
        for (const char *byte = *variable;; byte++) {
            digest = (digest ^ (unsigned char)*byte) * 0x100000001B3u;
            if (*byte == 0) break;
        }
    }
    return digest;
}

int antrain_argument_count(void) { return argument_count; }

const char *antrain_argument(int index) {
    return index >= 0 && index < argument_count ? argument_values[index] : NULL;
}

const char *antrain_executable(void) {
    const char *path = (const char *)getauxval(AT_EXECFN);
    return path != NULL ? path : antrain_argument(0);
}
