/* Facts of glibc that Swift's own module of it leaves out. */
#ifndef ANTRAIN_HEAP_H
#define ANTRAIN_HEAP_H

#include <stdint.h>

/* How many bytes malloc(3) has given out and not got back, in all arenas. */
int64_t antrain_heap_bytes(void);

/* How many bytes of address space are mapped beside what malloc(3) has from the system; 0 where /proc cannot tell. */
int64_t antrain_mapped_bytes(void);

#endif
