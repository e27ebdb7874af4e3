/* Calls of Linux that Swift cannot make itself, since C declares them with variable arguments. */
#ifndef ANTRAIN_LINUX_H
#define ANTRAIN_LINUX_H

#include "antrain_confine.h"

/* Asks the kernel to kill this process when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG). */
void antrain_die_with_parent(void);

#endif
