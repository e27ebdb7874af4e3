/* Functions of glibc that Swift's module of it lacks. */
#ifndef ANTRAIN_HEAP_H
#define ANTRAIN_HEAP_H

#include <stdint.h>

/* The number of bytes that malloc(3) has allocated and not freed, in all arenas. */
int64_t antrain_heap_bytes(void);

/* The number of mapped bytes of address space outside malloc(3)'s memory; 0 if /proc is not available. */
int64_t antrain_mapped_bytes(void);

#endif
