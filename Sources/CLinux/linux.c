#include "antrain_linux.h"

#include <signal.h>
#include <sys/prctl.h>

void antrain_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
