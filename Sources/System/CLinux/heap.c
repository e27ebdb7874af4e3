#include "antrain_heap.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

int64_t antrain_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}

int64_t antrain_mapped_bytes(void) {
    char text[64];
    int descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    ssize_t count = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    if (count <= 0) return 0;
    text[count] = 0;
    struct mallinfo2 heap = mallinfo2();
    return (int64_t)strtoll(text, NULL, 10) * sysconf(_SC_PAGESIZE) - (int64_t)heap.arena - (int64_t)heap.hblkhd;
}
