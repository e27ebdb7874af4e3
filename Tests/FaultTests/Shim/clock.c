/*
 * clock.c: replaces the wall clock of antrain by a clock that a test sets.
 *
 * Preloaded (LD_PRELOAD) into a dynamically linked antrain, it takes the time from a shared mapping (CLOCK_FILE). The alarm of the
 * daemon, a timerfd, becomes a FIFO (CLOCK_ALARM): the test reads the alarm's time from the mapping and writes 'e' for an expiry or 'c'
 * for a clock that was set. CLOCK_BOOT names a file that replaces the kernel's boot id. The monotonic clock stays real.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* Shared with MovingClock.swift. */
struct shared {
    _Atomic int64_t now;   /* seconds since 1970 */
    _Atomic int64_t alarm; /* when the daemon wants to wake up; 0 before it first sleeps */
    _Atomic int64_t idle;  /* 1 while the daemon sleeps */
};

static struct shared *shared;
static int alarm_file = -1;
static const char *boot;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CLOCK_FILE");
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!path || length < 0) return;
    self[length] = 0;
    const char *name = strrchr(self, '/');
    if (!name || strcmp(name + 1, "antrain")) return;
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    if (file < 0) abort();
    void *mapping = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapping == MAP_FAILED) abort();
    close(file);
    shared = mapping;
    boot = getenv("CLOCK_BOOT");
}

static int is_wall_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!shared || !is_wall_clock(clock)) return syscall(SYS_clock_gettime, clock, time);
    *time = (struct timespec){ .tv_sec = shared->now };
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    *time = (struct timeval){ .tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

static void drain(void) {
    char bytes[64];
    while (syscall(SYS_read, alarm_file, bytes, sizeof bytes) > 0) continue;
}

int timerfd_create(int clock, int flags) {
    const char *path = getenv("CLOCK_ALARM");
    if (!shared || !path || !is_wall_clock(clock)) return syscall(SYS_timerfd_create, clock, flags);
    alarm_file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0);
    if (alarm_file >= 0) drain();
    return alarm_file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *setting, struct itimerspec *before) {
    if (file != alarm_file) return syscall(SYS_timerfd_settime, file, flags, setting, before);
    /* Like the kernel, this forgets expiries and a clock change that were not read. */
    drain();
    shared->alarm = setting->it_value.tv_sec;
    return 0;
}

ssize_t read(int file, void *bytes, size_t count) {
    if (file != alarm_file || alarm_file < 0) return syscall(SYS_read, file, bytes, count);
    char event;
    ssize_t length = syscall(SYS_read, file, &event, 1);
    if (length != 1) return length;
    if (event == 'c') { errno = ECANCELED; return -1; }
    const uint64_t expiries = 1;
    memcpy(bytes, &expiries, sizeof expiries);
    return sizeof expiries;
}

/* The header says that poll(2) only writes to `files`, but it reads the descriptors. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    int sleeps = 0;
    for (nfds_t k = 0; alarm_file >= 0 && k < count; k++) sleeps |= files[k].fd == alarm_file;
    if (sleeps) shared->idle = 1;
    int result = syscall(SYS_poll, files, count, milliseconds);
    if (sleeps) { int error = errno; shared->idle = 0; errno = error; }
    return result;
}

static int open_file(int folder, const char *path, int flags, mode_t mode) {
    if (boot && !strcmp(path, "/proc/sys/kernel/random/boot_id")) path = boot;
    return syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode);
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE_OF(flags) return open_file(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return open_file(AT_FDCWD, path, flags, mode); }
