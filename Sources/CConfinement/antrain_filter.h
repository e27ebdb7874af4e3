#ifndef ANTRAIN_FILTER_H
#define ANTRAIN_FILTER_H

#include <stdint.h>

/* Allows the system calls that a plugin with these ANTRAIN_MAY_… bits uses, and no other. Returns 0 or an errno.
 * `notify` is set to the descriptor on which connections wait for the guard, or -1 where ANTRAIN_MAY_SOCKETS is not given. */
int antrain_filter_calls(uint32_t may, int *notify);

#endif
