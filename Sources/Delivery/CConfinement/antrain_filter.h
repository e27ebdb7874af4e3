#ifndef ANTRAIN_FILTER_H
#define ANTRAIN_FILTER_H

#include <stdint.h>

/* Allows only the system calls that a plugin with these ANTRAIN_MAY_… bits uses. Returns 0 or an errno.
 * `notify` is set to the descriptor on which connections wait for the guard, or to -1 without ANTRAIN_MAY_SOCKETS. */
int antrain_filter_calls(uint32_t may, int *notify);

#endif
