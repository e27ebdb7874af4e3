#define _GNU_SOURCE
#include "antrain_linux.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

int antrain_landlock_version(void) {
    long version = syscall(444 /* landlock_create_ruleset */, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
    return version > 0 ? (int)version : 0;
}

void antrain_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void antrain_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void antrain_close_from(int first) {
    if (syscall(436 /* close_range */, first, ~0u, 0) == 0) return;
    for (int descriptor = first; descriptor < 1024; descriptor++) close(descriptor);
}

int antrain_signals_open(void) {
    sigset_t blocked, awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGHUP);
    blocked = awaited;
    sigaddset(&blocked, SIGPIPE);
    /* Nothing sends these signals on purpose; by default they would end the daemon. */
    const int strays[] = { SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO };
    for (size_t index = 0; index < sizeof strays / sizeof *strays; index++) sigaddset(&blocked, strays[index]);
    if (sigprocmask(SIG_BLOCK, &blocked, NULL) != 0) return -1;
    return signalfd(-1, &awaited, SFD_NONBLOCK | SFD_CLOEXEC);
}

int antrain_signals_next(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

int antrain_alarm_open(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int antrain_alarm_set(int descriptor, int64_t seconds_since_1970) {
    /* No alarm is represented by a distant one, so that setting the clock still fires it. */
    const int64_t never = (int64_t)1 << 40;
    struct itimerspec setting = { .it_value.tv_sec = seconds_since_1970 < 0 ? never : seconds_since_1970 };
    if (seconds_since_1970 == 0) setting.it_value.tv_nsec = 1;
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &setting, NULL);
}

int antrain_alarm_quiet(int descriptor) {
    uint64_t count;
    return read(descriptor, &count, sizeof count) < 0 && errno == ECANCELED;
}

int antrain_watch_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int antrain_watch_add(int descriptor, const char *folder) {
    return inotify_add_watch(descriptor, folder,
                             IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF |
                                 IN_MOVE_SELF | IN_ONLYDIR);
}

int antrain_watch_take(int descriptor) {
    char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    int any = 0;
    while (read(descriptor, events, sizeof events) > 0) any = 1;
    return any;
}

int antrain_notify(const char *address, const char *message) {
    struct sockaddr_un target = { .sun_family = AF_UNIX };
    size_t length = strlen(address);
    if (length < 2 || length >= sizeof target.sun_path || (address[0] != '/' && address[0] != '@')) return -1;
    memcpy(target.sun_path, address, length);
    /* A leading @ represents the NUL of an abstract address, which ends at its given length. */
    if (address[0] == '@') target.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (address[0] == '/'));
    ssize_t sent = sendto(descriptor, message, strlen(message), MSG_NOSIGNAL, (struct sockaddr *)&target, size);
    close(descriptor);
    return sent < 0 ? -1 : 0;
}
