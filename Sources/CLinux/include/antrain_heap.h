/* Facts of glibc that Swift's own module of it leaves out. */
#ifndef ANTRAIN_HEAP_H
#define ANTRAIN_HEAP_H

#include <stdint.h>

/* How many bytes malloc(3) has given out and not got back, in all arenas. */
int64_t antrain_heap_bytes(void);

#endif
