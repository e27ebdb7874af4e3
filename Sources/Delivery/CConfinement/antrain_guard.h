#ifndef ANTRAIN_GUARD_H
#define ANTRAIN_GUARD_H

#include "antrain_confine.h"

#include <sys/types.h>

/* The guard of this process: a separate, unconfined process in the same process group. It accepts nothing from the plugin except system
 * calls that wait for it, and ends with the plugin's process and the programs that this started. */
typedef struct antrain_guard {
    int runs; /* whether there is one */
    /* The descriptors that this process keeps until the guard is ready. */
    int memory;
    int commands[2];
    int answers[2];
} antrain_guard;

/* Starts the guard if the plan requires one. Returns 0 or an errno. */
int antrain_guard_start(antrain_guard *guard, const antrain_guard_plan *plan, uint32_t may);

/* Passes the descriptor on which system calls wait to the guard, and waits until the guard has it. Returns 0 or an errno. */
int antrain_guard_finish(antrain_guard *guard, int notify);

enum { ANTRAIN_MEMBERS_MAX = 1024 };

/* The processor time of a process group. */
typedef struct antrain_group {
    pid_t leader;
    /* Its processes when they were last seen. */
    struct antrain_member {
        pid_t process;
        uint64_t start; /* when it started: numbers of processes are used again */
        uint64_t ticks;
    } known[ANTRAIN_MEMBERS_MAX];
    size_t count;
    uint64_t seen; /* the time of all processes that were ever seen, in ticks */
} antrain_group;

/*
 * How many seconds of processor time the group has used, at least; to be called again and again.
 *
 * The kernel adds the time of a program that ended to its parent's, if that waits for it; other programs count as they were last
 * seen. Neither sum counts the same time twice; the result is the larger one.
 */
uint64_t antrain_group_seconds(antrain_group *group);

/* The guard's information about sockets. */
typedef struct antrain_connector {
    int notify; /* where system calls wait (seccomp_unotify(2)) */
    int memory; /* the confined process's memory, to read addresses from */
    const antrain_guard_plan *plan;
    uint32_t may;
    int types[1024]; /* of the stand-ins, by their descriptors there */
} antrain_connector;

/* Answers one waiting system call. */
void antrain_connector_answer(antrain_connector *connector);

#endif
