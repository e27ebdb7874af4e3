#ifndef ANTRAIN_SECCOMP_H
#define ANTRAIN_SECCOMP_H

#include <stdint.h>

/* Takes calls away that a plugin has no use for, and those that ANTRAIN_MAY_… does not give; 0, or an errno. */
int antrain_filter_calls(uint32_t may);

#endif
