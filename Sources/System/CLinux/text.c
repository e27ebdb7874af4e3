#define _GNU_SOURCE
#include "antrain_text.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static size_t room(size_t length) { return (length + page() - 1) / page() * page(); }

char *antrain_text_open(const void *bytes, size_t length) {
    if (length > SIZE_MAX / 2) return NULL;
    const size_t size = room(length);
    char *memory = mmap(NULL, size + page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    if (mprotect(memory + size, page(), PROT_NONE) != 0) {
        munmap(memory, size + page());
        return NULL;
    }
    char *text = memory + size - length;
    if (length > 0) memcpy(text, bytes, length);
    return text;
}

void antrain_text_close(char *text, size_t length) {
    const size_t size = room(length);
    munmap(text + length - size, size + page());
}
