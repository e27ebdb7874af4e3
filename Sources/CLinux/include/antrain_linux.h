/* Calls of Linux that Swift cannot make itself, or only clumsily: their C has variable arguments, macros or unions. */
#ifndef ANTRAIN_LINUX_H
#define ANTRAIN_LINUX_H

#include "antrain_heap.h"
#include "antrain_image.h"
#include "antrain_place.h"
#include "antrain_text.h"
#include <stdint.h>

/* The kernel's version of Landlock (landlock(7)); 0 where it has none. */
int antrain_landlock_version(void);

/* Keeps other processes of the user from reading and writing this one's memory, environment and descriptors through /proc, and
   from tracing it (PR_SET_DUMPABLE). */
void antrain_hide_memory(void);

/* Asks the kernel to kill this process when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG). */
void antrain_die_with_parent(void);

/* Closes all descriptors from the first on, which this process was started with and knows nothing of. */
void antrain_close_from(int first);

/* Blocks SIGTERM, SIGINT and SIGHUP, and gives a descriptor that can be read when one has come (signalfd(2)); SIGPIPE is blocked, too.
   -1 where that fails. */
int antrain_signals_open(void);
/* The next signal that has come; 0 where there is none. */
int antrain_signals_next(int descriptor);

/* An alarm of the wall clock (timerfd_create(2)); -1 where that fails. */
int antrain_alarm_open(void);
/* Sets the alarm to a moment, or to none with a negative one. Setting the clock rings it, too, as waking from suspend does. */
int antrain_alarm_set(int descriptor, int64_t seconds_since_1970);
/* Quiets the alarm; 1 where the clock was set, else 0. */
int antrain_alarm_quiet(int descriptor);

/* Watches folders (inotify(7)); -1 where that fails. */
int antrain_watch_open(void);
/* Adds a folder: files that were written and closed, made, moved or removed in it are told of. -1 where that fails. */
int antrain_watch_add(int descriptor, const char *folder);
/* Takes what was told; 1 where there was something, else 0. */
int antrain_watch_take(int descriptor);

/* Sends a message to the service manager (sd_notify(3)); 0 where it went out. */
int antrain_notify(const char *address, const char *message);

/* How many arguments the process was started with, its name included. Needs no /proc. */
int antrain_argument_count(void);

/* One of the arguments, from 0; NULL where there is none. */
const char *antrain_argument(int place);

/* The path by which the process was started; NULL where the kernel does not tell it. */
const char *antrain_executable(void);

#endif
