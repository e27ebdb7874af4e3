#define _GNU_SOURCE
#include "antrain_guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a process's times from proc_pid_stat(5), if it is in a process group. Returns whether it is. */
static int read_member(pid_t process, pid_t group, struct antrain_member *member, uint64_t *waited) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    const ssize_t length = read(descriptor, text, sizeof text - 1);
    close(descriptor);
    if (length <= 0) return 0;
    text[length] = 0;
    /* A program's name may contain anything, even parentheses. */
    const char *rest = strrchr(text, ')');
    int leader = 0;
    unsigned long user, system;
    long waited_user, waited_system;
    unsigned long long start;
    const char *form = ") %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %llu";
    if (rest == NULL || sscanf(rest, form, &leader, &user, &system, &waited_user, &waited_system, &start) != 6) return 0;
    *member = (struct antrain_member){ .process = process, .start = start, .ticks = user + system };
    *waited = (uint64_t)(waited_user + waited_system);
    return leader == group;
}

/* The time that a process had used when it was last seen. */
static uint64_t earlier_ticks(const antrain_group *group, const struct antrain_member *member) {
    for (size_t index = 0; index < group->count; index++) {
        const struct antrain_member *known = &group->known[index];
        if (known->process == member->process && known->start == member->start) return known->ticks;
    }
    return 0;
}

uint64_t antrain_group_seconds(antrain_group *group) {
    static struct antrain_member now[ANTRAIN_MEMBERS_MAX];
    size_t count = 0;
    uint64_t present = 0;
    DIR *processes = opendir("/proc");
    if (processes == NULL) return 0;
    for (struct dirent *entry; count < ANTRAIN_MEMBERS_MAX && (entry = readdir(processes)) != NULL;) {
        const pid_t process = atoi(entry->d_name);
        uint64_t waited;
        if (process <= 0 || process == getpid() || !read_member(process, group->leader, &now[count], &waited)) continue;
        present += now[count].ticks + waited;
        const uint64_t earlier = earlier_ticks(group, &now[count]);
        if (now[count].ticks > earlier) group->seen += now[count].ticks - earlier;
        count++;
    }
    closedir(processes);
    memcpy(group->known, now, count * sizeof *now);
    group->count = count;
    return (present > group->seen ? present : group->seen) / (uint64_t)sysconf(_SC_CLK_TCK);
}
