#define _GNU_SOURCE
#include "antrain_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* How long the guard pauses, at least, between checks of folders and threads. */
enum { INTERVAL_MILLISECONDS = 500 };

/* Ends the guarded process with the signal of a limit that it exceeds. */
static void end_plugin(pid_t plugin, int signal, const char *name, const char *what) {
    char text[512];
    int length = snprintf(text, sizeof text, "antrain: %s %s\n", name, what);
    if (length > 0 && write(2, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1) < 0) errno = 0;
    kill(plugin, signal);
    /* It can ignore that signal. */
    poll(NULL, 0, 100);
    kill(plugin, SIGKILL);
}

/* Reads /proc/PID/status. Returns the text after a name, or null. */
static const char *status_of(pid_t process, const char *name) {
    static char text[4096];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    ssize_t length = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    if (length <= 0) return NULL;
    text[length] = 0;
    const char *line = strstr(text, name);
    return line == NULL ? NULL : line + strlen(name);
}

static uint64_t thread_count(pid_t process) {
    const char *count = status_of(process, "\nThreads:");
    return count == NULL ? 0 : strtoull(count, NULL, 10);
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The processor time of a process in nanoseconds: a process that used none has written nothing. */
static uint64_t processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return UINT64_MAX;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct watch {
    pid_t plugin;
    int leads; /* whether the plugin leads a process group, which the guard then stops and ends as a whole */
    const antrain_guard_plan *plan;
    uint64_t worked;
    int starts_programs;
    uint64_t seconds; /* the processor time that its group may use; 0 for no limit */
    antrain_group group;
};

/* The processor time that the plugin's group may use: what one process may use, by the plan and by the user's own limit. */
static uint64_t group_limit(const antrain_guard_plan *plan) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max > plan->processor_seconds) return plan->processor_seconds;
    return limit.rlim_max;
}

static void send_all(const struct watch *watch, int signal) { kill(watch->leads ? -watch->plugin : watch->plugin, signal); }

/* Stops the plugin and its programs: they could move files to where they were counted. The guard leaves their group meanwhile. */
static void stop(const struct watch *watch) {
    enum { ATTEMPTS = 100 };
    if (watch->leads && setpgid(0, 0) != 0) _exit(1);
    send_all(watch, SIGSTOP);
    /* A system call that has begun ends before the process stops. */
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const char *state = status_of(watch->plugin, "\nState:\t");
        if (state == NULL || *state == 'T') return;
        poll(NULL, 0, 1);
    }
}

static void check_folders(const struct watch *watch) {
    const antrain_guard_plan *plan = watch->plan;
    size_t index = 0;
    uint64_t bytes = 0;
    stop(watch);
    for (; index < plan->folder_count; index++) {
        bytes = antrain_folder_bytes(plan->folders[index], plan->folder_most[index]);
        if (bytes > plan->folder_most[index]) break;
    }
    send_all(watch, SIGCONT);
    if (watch->leads) setpgid(0, watch->plugin);
    if (index == plan->folder_count) return;
    const char *what = bytes == ANTRAIN_FOLDER_HIDDEN ? "contains files that cannot be counted for the plugin's size limit" : "exceeds the plugin's size limit";
    end_plugin(watch->plugin, SIGXFSZ, plan->folder_names[index], what);
}

/* Ends the programs that the plugin started, also if antrain was killed and cannot. While the guard is in their group, no other group
 * has its number. */
static _Noreturn void leave(const struct watch *watch) {
    if (watch->starts_programs && getpgrp() == watch->plugin) kill(0, SIGKILL);
    _exit(0);
}

static void check_limits(struct watch *watch) {
    const antrain_guard_plan *plan = watch->plan;
    if (plan->threads > 0 && thread_count(watch->plugin) > plan->threads)
        end_plugin(watch->plugin, SIGXFSZ, "the plugin", "has too many threads");
    if (watch->seconds > 0 && antrain_group_seconds(&watch->group) >= watch->seconds)
        end_plugin(watch->plugin, SIGXCPU, "the plugin", "and the programs that it started used all their processor time");
    /* Programs that it started work independently. */
    const uint64_t worked = watch->starts_programs ? UINT64_MAX : processor_time(watch->plugin);
    if (worked == watch->worked && worked != UINT64_MAX) return;
    watch->worked = worked;
    if (plan->folder_count > 0) check_folders(watch);
}

/* Closes all descriptors except some, which are in ascending order. */
static void close_others(int *kept, size_t count) {
    for (size_t index = 1; index < count; index++) {
        const int value = kept[index];
        size_t before = index;
        for (; before > 0 && kept[before - 1] > value; before--) kept[before] = kept[before - 1];
        kept[before] = value;
    }
    unsigned from = 0;
    for (size_t index = 0; index < count; index++) {
        if (kept[index] < 0) continue;
        if ((unsigned)kept[index] > from) syscall(SYS_close_range, from, (unsigned)kept[index] - 1, 0);
        from = (unsigned)kept[index] + 1;
    }
    syscall(SYS_close_range, from, ~0u, 0);
}

/*
 * Waits for the descriptor on which refused system calls arrive; ends with the plugin.
 *
 * Until then both processes share their descriptors, so that the pipe never reports that its other end is closed.
 */
static int receive(int commands, pid_t plugin) {
    int notify = -1;
    struct pollfd waiting = { .fd = commands, .events = POLLIN };
    do {
        if (getppid() != plugin) _exit(1);
    } while (poll(&waiting, 1, 100) == 0);
    if (read(commands, &notify, sizeof notify) != sizeof notify) _exit(1);
    return notify;
}

static _Noreturn void serve(const antrain_guard_plan *plan, uint32_t may, pid_t plugin, int memory, int commands, int answers) {
    static antrain_connector connector;
    static struct watch watch;
    watch = (struct watch){ .plugin = plugin, .plan = plan, .starts_programs = (may & ANTRAIN_MAY_EXEC) != 0 };
    watch.seconds = group_limit(plan);
    watch.group.leader = getpgid(plugin);
    watch.leads = watch.group.leader == plugin;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_NAME, "antrain-guard", 0, 0, 0);
    signal(SIGXFSZ, SIG_IGN);
    /* The descriptors are shared until the descriptor for waiting system calls arrives. */
    const int notify = receive(commands, plugin);
    if (unshare(CLONE_FILES) != 0) _exit(1);
    /*
     * A parent-death signal would be simpler, but the plugin's Landlock domain (ABI 6) keeps the dying plugin from signalling its
     * guard, which is outside that domain.
     */
    const int life = (int)syscall(SYS_pidfd_open, plugin, 0);
    if (life < 0 || getppid() != plugin) _exit(1);
    const int own[] = { 2, memory, notify, answers, life };
    const size_t count = sizeof own / sizeof *own;
    int *kept = calloc(count + plan->folder_count + plan->socket_count, sizeof *kept);
    if (kept == NULL) _exit(1);
    memcpy(kept, own, sizeof own);
    if (plan->folder_count > 0) memcpy(kept + count, plan->folders, plan->folder_count * sizeof *kept);
    if (plan->socket_count > 0) memcpy(kept + count + plan->folder_count, plan->socket_files, plan->socket_count * sizeof *kept);
    close_others(kept, count + plan->folder_count + plan->socket_count);
    free(kept);
    const char ready = 1;
    if (write(answers, &ready, 1) != 1) _exit(1);
    close(answers);
    connector = (antrain_connector){ .notify = notify, .memory = memory, .plan = plan, .may = may };
    const int watches = plan->folder_count > 0 || plan->threads > 0 || watch.seconds > 0;
    /* A plugin that keeps requesting sockets is checked nevertheless. */
    for (int64_t next = milliseconds() + INTERVAL_MILLISECONDS;;) {
        struct pollfd waiting[] = { { .fd = notify, .events = POLLIN }, { .fd = life, .events = POLLIN } };
        const int64_t left = next - milliseconds();
        poll(waiting, 2, watches ? (left > 0 ? (int)left : 0) : -1);
        /* The plugin has ended. */
        if (waiting[1].revents != 0) leave(&watch);
        const int64_t began = milliseconds();
        if (watches && began >= next) {
            check_limits(&watch);
            /* However many files a plugin creates, counting takes at most a fifth of a processor's time. */
            const int64_t ended = milliseconds(), pause = 4 * (ended - began);
            next = ended + (pause > INTERVAL_MILLISECONDS ? pause : INTERVAL_MILLISECONDS);
        }
        if (waiting[0].revents & POLLIN) antrain_connector_answer(&connector);
        else if (waiting[0].revents != 0) leave(&watch);
    }
}

int antrain_guard_start(antrain_guard *guard, const antrain_guard_plan *plan, uint32_t may) {
    int commands[2], answers[2];
    const int connects = (may & ANTRAIN_MAY_SOCKETS) != 0;
    if (!connects && plan->folder_count == 0 && plan->threads == 0 && plan->processor_seconds == 0) return 0;
    /* Its memory is opened before that is refused; addresses are read from it. */
    int memory = connects ? open("/proc/self/mem", O_RDONLY | O_CLOEXEC) : -1;
    if (connects && memory < 0) return errno;
    if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) return errno;
    const pid_t plugin = getpid();
    /* Without a signal at its end, so that a plugin that waits for all of its children does not wait for the guard. */
    long guarding = syscall(SYS_clone, CLONE_FILES, 0, 0, 0, 0);
    if (guarding < 0) return errno;
    if (guarding == 0) serve(plan, may, plugin, memory, commands[0], answers[1]);
    *guard = (antrain_guard){ .runs = 1, .memory = memory, .commands = { commands[0], commands[1] }, .answers = { answers[0], answers[1] } };
    return 0;
}

int antrain_guard_finish(antrain_guard *guard, int notify) {
    char ready = 0;
    if (!guard->runs) return 0;
    int failure = write(guard->commands[1], &notify, sizeof notify) == sizeof notify ? 0 : EIO;
    struct pollfd waiting = { .fd = guard->answers[0], .events = POLLIN };
    if (failure == 0 && (poll(&waiting, 1, 4000) != 1 || read(guard->answers[0], &ready, 1) != 1)) failure = EIO;
    const int own[] = { guard->memory, guard->commands[0], guard->commands[1], guard->answers[0], guard->answers[1], notify };
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
        if (own[index] >= 0) close(own[index]);
    }
    return failure;
}
