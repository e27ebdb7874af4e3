#include "antrain_confine.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void set_limit(__rlimit_resource_t what, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max) limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(what, &limit);
}

/* The number of this user's threads, as counted by the kernel. */
static uint64_t thread_count(void) {
    uint64_t count = 0;
    DIR *processes = opendir("/proc");
    if (processes == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300];
        struct stat status;
        if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (stat(path, &status) == 0 && status.st_uid == getuid()) count += status.st_nlink > 2 ? status.st_nlink - 2 : 1;
    }
    closedir(processes);
    return count;
}

/* Whether another process may be started. vfork(2) is subject to the same limit as fork(2), and copies no page tables. */
static int can_fork(void) {
    pid_t child = vfork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return child > 0 || errno != EAGAIN;
}

/* The kernel also counts processes hidden by a container: if it counts more than are visible, there is more room. */
static void limit_processes(uint64_t more) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NPROC, &limit) != 0) return;
    const uint64_t seen = thread_count(), most = limit.rlim_max;
    for (; seen + more < most; more *= 2) {
        limit.rlim_cur = seen + more;
        if (setrlimit(RLIMIT_NPROC, &limit) != 0) return;
        if (!can_fork()) continue;
        limit.rlim_max = limit.rlim_cur;
        setrlimit(RLIMIT_NPROC, &limit);
        return;
    }
}

void antrain_limit(const antrain_limits *limits) {
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, limits->processor_seconds);
    set_limit(RLIMIT_AS, limits->memory_bytes);
    set_limit(RLIMIT_FSIZE, limits->file_bytes);
    set_limit(RLIMIT_NOFILE, limits->files);
    set_limit(RLIMIT_SIGPENDING, limits->signals);
    limit_processes(limits->processes);
}
