#define _GNU_SOURCE
#include "antrain_linux.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int argument_count;
static char **argument_values;

/* Swift's runtime takes both from /proc: if that fails, it aborts before main ("Unable to obtain Swift runtime path"), or has no
   arguments. The C library hands them to every constructor. */
__attribute__((constructor(101))) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
    char path[1];
    if (readlink("/proc/self/exe", path, sizeof path) < 0) setenv("SWIFT_ROOT", "/", 0);
}

/* FNV-1a. */
static const uint64_t digest_start = 0xCBF29CE484222325u;
static uint64_t digest_with(uint64_t digest, unsigned char byte) { return (digest ^ byte) * 0x100000001B3u; }

uint64_t antrain_limits_digest(void) {
    uint64_t digest = digest_start;
    for (int what = 0; what < RLIM_NLIMITS; what++) {
        struct rlimit limit = { 0, 0 };
        if (getrlimit(what, &limit) != 0) continue;
        const unsigned char *bytes = (const unsigned char *)&limit;
        for (size_t index = 0; index < sizeof limit; index++) digest = digest_with(digest, bytes[index]);
    }
    return digest;
}

uint64_t antrain_mask_digest(void) {
    sigset_t mask;
    uint64_t digest = 0;
    if (pthread_sigmask(SIG_BLOCK, NULL, &mask) != 0) return 0;
    for (int signal = 1; signal <= 64; signal++) {
        if (sigismember(&mask, signal) == 1) digest |= (uint64_t)1 << (signal - 1);
    }
    return digest;
}

int antrain_interval_runs(void) {
    static const int kinds[] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
    for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
        struct itimerval value;
        if (getitimer(kinds[index], &value) == 0 && (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0)) return 1;
    }
    return 0;
}

int antrain_priority(void) { return getpriority(PRIO_PROCESS, 0); }

int antrain_has_children(void) {
    siginfo_t ended;
    /* The guard is a child, too, but without __WALL nobody waits for it. */
    return waitid(P_PGID, (id_t)getpgrp(), &ended, WEXITED | WNOHANG | WNOWAIT) == 0;
}

int antrain_process_watch(int process) {
    const int pidfd_open = 434;
    return (int)syscall(pidfd_open, process, 0);
}

static timer_t deadline;
static int has_deadline;

void antrain_deadline_prepare(void) {
    /* No handler or mask of a plugin affects SIGKILL. */
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    has_deadline = timer_create(CLOCK_MONOTONIC, &event, &deadline) == 0;
}

void antrain_deadline_set(int seconds) {
    if (!has_deadline) return;
    const struct itimerspec end = { .it_value = { .tv_sec = seconds } };
    timer_settime(deadline, 0, &end, NULL);
}

uint64_t antrain_environment_digest(void) {
    /* With the NUL after each variable. */
    uint64_t digest = digest_start;
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++) {
        for (const char *byte = *variable;; byte++) {
            digest = digest_with(digest, (unsigned char)*byte);
            if (*byte == 0) break;
        }
    }
    return digest;
}

int antrain_argument_count(void) { return argument_count; }

const char *antrain_argument(int index) {
    return index >= 0 && index < argument_count ? argument_values[index] : NULL;
}

const char *antrain_executable(void) {
    const char *path = (const char *)getauxval(AT_EXECFN);
    return path != NULL ? path : antrain_argument(0);
}
