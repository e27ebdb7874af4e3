#include "antrain_heap.h"

#include <malloc.h>

int64_t antrain_heap_bytes(void) {
    struct mallinfo2 facts = mallinfo2();
    return (int64_t)(facts.uordblks + facts.hblkhd);
}
