/* Linux functions that are inconvenient or impossible to call from Swift, because of variable arguments, macros or unions. */
#ifndef ANTRAIN_LINUX_H
#define ANTRAIN_LINUX_H

#include "antrain_heap.h"
#include "antrain_image.h"
#include "antrain_place.h"
#include "antrain_text.h"
#include <stdint.h>

/* The kernel's Landlock version (landlock(7)); 0 for none. */
int antrain_landlock_version(void);

/* Keeps other processes of the user from reading and writing this one's memory, environment and descriptors through /proc, and
   from tracing it (PR_SET_DUMPABLE). */
void antrain_hide_memory(void);

/* Makes the kernel kill this process when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG). */
void antrain_die_with_parent(void);

/* A descriptor that is readable when a child process has ended (pidfd_open(2)); -1 on kernels before 5.3. */
int antrain_process_watch(int process);

/* Creates the timer for antrain_deadline_set: confinement refuses timer_create(2). */
void antrain_deadline_prepare(void);

/* Makes the kernel kill this process after a number of seconds unless this is called again; 0 seconds cancel that. */
void antrain_deadline_set(int seconds);

/* Closes all inherited descriptors from the first on. */
void antrain_close_from(int first);

/* Blocks SIGTERM, SIGINT, SIGHUP and SIGPIPE, and returns a descriptor that is readable when one of the first three has arrived
 * (signalfd(2)); returns -1 on failure. */
int antrain_signals_open(void);
/* The next signal that has arrived; 0 if there is none. */
int antrain_signals_next(int descriptor);

/* Creates a wall-clock alarm (timerfd_create(2)); returns -1 on failure. */
int antrain_alarm_open(void);
/* Sets the alarm to an instant, or to none if negative. It also fires when the clock is set or the machine wakes from suspend. */
int antrain_alarm_set(int descriptor, int64_t seconds_since_1970);
/* Acknowledges the alarm; returns 1 if the clock was set, otherwise 0. */
int antrain_alarm_quiet(int descriptor);

/* Creates a watch for folders (inotify(7)); returns -1 on failure. */
int antrain_watch_open(void);
/* Adds a folder: reports files that were written and closed, created, moved or removed in it. Returns -1 on failure. */
int antrain_watch_add(int descriptor, const char *folder);
/* Reads the reports; returns 1 if there were any, otherwise 0. */
int antrain_watch_take(int descriptor);

/* Sends a message to the service manager (sd_notify(3)); returns 0 if it was sent. */
int antrain_notify(const char *address, const char *message);

/* A number that depends on the environment variables of this process, their values and their order. */
uint64_t antrain_environment_digest(void);

/* Numbers that depend on this process's resource limits, and on the signals that this thread blocks. */
uint64_t antrain_limits_digest(void);
uint64_t antrain_mask_digest(void);

/* Whether an interval timer of this process runs (setitimer(2)). */
int antrain_interval_runs(void);

/* The scheduling priority of this process (getpriority(2)). */
int antrain_priority(void);

/* Whether this process has children in its process group, running or not waited for. */
int antrain_has_children(void);

/* The number of the process's arguments, including its name. Works without /proc. */
int antrain_argument_count(void);

/* The argument with an index, from 0; NULL if there is none. */
const char *antrain_argument(int place);

/* The path by which the process was started; NULL if the kernel does not provide it. */
const char *antrain_executable(void);

#endif
