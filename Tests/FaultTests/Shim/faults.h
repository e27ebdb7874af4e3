/* faults.h: which operation is the Nth, the fault to inject, and the record of all operations. */
#ifndef FAULTS_H
#define FAULTS_H
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ACCESS = 1, CHANGE = 2, SYNC = 4, LOCK = 8, TALK = 16, WRITE = 32, READ = 64 };
enum { TRACE_CREATE = 1, TRACE_WRITE, TRACE_LENGTH, TRACE_SYNC, TRACE_RENAME, TRACE_UNLINK, TRACE_MKDIR, TRACE_LINK };

/* The result for the test, kept in a shared mapping so that it outlives a kill. */
struct report {
    uint64_t count;   /* operations that counted */
    uint64_t fired;   /* faults that happened */
    char name[32];    /* the operation with the first fault */
    char path[480];   /* and its file */
};

static struct {
    pthread_mutex_t lock;
    char root[PATH_MAX];
    const char *boot; /* a file that replaces the kernel's boot id: leases of earlier runs are of another boot */
    size_t root_length;
    uint64_t at;           /* the operation to fail; 0: none */
    unsigned classes;      /* the classes of operations that count */
    int error;             /* the error, 0 for none */
    int lasts;             /* later operations of the same classes fail too */
    int shortens, kills, tears, is_dying, has_no_links;
    int trace;
    struct report *report;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER, .trace = -1 };

static void choose_kind(const char *kind) {
    unsigned changes = CHANGE | WRITE | SYNC, looks = ACCESS | READ;
    if (!strcmp(kind, "eio")) { state.classes = changes | looks | LOCK; state.error = EIO; }
    else if (!strcmp(kind, "broken-disk")) { state.classes = changes | looks; state.error = EIO; state.lasts = 1; }
    else if (!strcmp(kind, "full-disk")) { state.classes = CHANGE | WRITE; state.error = ENOSPC; state.lasts = 1; }
    else if (!strcmp(kind, "no-locks")) { state.classes = LOCK; state.error = ENOLCK; state.lasts = 1; }
    else if (!strcmp(kind, "interrupted")) { state.classes = READ | WRITE; state.error = EINTR; }
    else if (!strcmp(kind, "short-write")) { state.classes = WRITE; state.error = ENOSPC; state.lasts = state.shortens = 1; }
    else if (!strcmp(kind, "torn-write")) { state.classes = WRITE; state.kills = state.tears = 1; }
    else if (!strcmp(kind, "kill")) { state.classes = changes | looks | LOCK | TALK; state.kills = 1; }
    else if (!strcmp(kind, "no-links")) { state.has_no_links = 1; }
    else if (!strcmp(kind, "kill-change")) { state.classes = changes | TALK; state.kills = 1; }
}

__attribute__((constructor)) static void begin(void) {
    const char *root = getenv("FAULT_ROOT"), *program = getenv("FAULT_PROGRAM"), *report = getenv("FAULT_REPORT");
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (!root || !program || !report || length < 0) return;
    self[length] = 0;
    const char *name = strrchr(self, '/');
    if (!name || strcmp(name + 1, program)) return;
    int file = syscall(SYS_openat, AT_FDCWD, report, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || syscall(SYS_ftruncate, file, sizeof(struct report)) != 0) abort();
    void *mapping = (void *)syscall(SYS_mmap, NULL, sizeof(struct report), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapping == MAP_FAILED) abort();
    syscall(SYS_close, file);
    state.report = mapping;
    state.boot = getenv("FAULT_BOOT");
    if (getenv("FAULT_KIND")) choose_kind(getenv("FAULT_KIND"));
    if (getenv("FAULT_AT")) state.at = strtoull(getenv("FAULT_AT"), NULL, 10);
    if (getenv("FAULT_TRACE"))
        state.trace = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    snprintf(state.root, sizeof state.root, "%s/", root);
    state.root_length = strlen(state.root);
}

static int has_root(const char *path) { return state.root_length && !strncmp(path, state.root, state.root_length); }

/* Whether a descriptor refers to a file below the root; stores its path. */
static int is_below_root(int file, char path[PATH_MAX]) {
    if (!state.root_length || file < 0) return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlink, link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return has_root(path);
}

static int is_below_root_at(int folder, const char *path, char full[PATH_MAX]) {
    if (!state.root_length || !path) return 0;
    if (path[0] == '/') {
        snprintf(full, PATH_MAX, "%s", path);
        return has_root(full);
    }
    char base[PATH_MAX];
    ssize_t length;
    if (folder == AT_FDCWD) length = syscall(SYS_getcwd, base, sizeof base) > 0 ? (ssize_t)strlen(base) : -1;
    else {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        length = syscall(SYS_readlink, link, base, sizeof base - 1);
    }
    if (length < 0) return 0;
    base[length] = 0;
    if (snprintf(full, PATH_MAX, "%s/%s", base, path) >= PATH_MAX) return 0;
    return has_root(full);
}

static void die(void) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    /* A plugin's process is not allowed to send signals; exit_group ends it without cleanup, too. */
    for (;;) syscall(SYS_exit_group, 128 + SIGKILL);
}

/* Whether the fault hits the current operation. */
static int is_hit(unsigned class, const char *name, const char *path) {
    if (!state.report || !(state.classes & class)) return 0;
    pthread_mutex_lock(&state.lock);
    uint64_t number = ++state.report->count;
    int hits = state.at && (number == state.at || (state.lasts && number > state.at));
    if (hits && !state.report->fired++) {
        snprintf(state.report->name, sizeof state.report->name, "%s", name);
        snprintf(state.report->path, sizeof state.report->path, "%.400s", path);
    }
    pthread_mutex_unlock(&state.lock);
    return hits;
}

/* The error for this operation; 0 if it is to run. */
static int next_operation(unsigned class, const char *name, const char *path) {
    if (!is_hit(class, name, path)) return 0;
    if (state.kills) die();
    /* Names can be removed on a full disk. */
    if (state.error == ENOSPC && (!strcmp(name, "unlink") || !strcmp(name, "fchmod"))) return 0;
    return state.error;
}

static int next_write(const char *path, size_t *count) {
    if (!is_hit(WRITE, "write", path)) return 0;
    if (state.kills && !state.tears) die();
    if ((state.shortens && state.report->fired == 1) || state.tears) {
        *count /= 2;
        state.is_dying = state.tears;
        return 0;
    }
    return state.error;
}

static void die_if_torn(void) {
    if (state.is_dying) die();
}

static uint64_t inode_of(int file) {
    struct stat facts;
    return syscall(SYS_newfstatat, file, "", &facts, AT_EMPTY_PATH) == 0 ? facts.st_ino : 0;
}

static uint64_t inode_at(int folder, const char *path) {
    struct stat facts;
    return syscall(SYS_newfstatat, folder, path, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_ino : 0;
}

/* One record: seven numbers, two paths, bytes. */
static void record(uint64_t kind, uint64_t inode, uint64_t offset, const char *path, const char *other, const void *bytes, uint64_t count) {
    if (state.trace < 0) return;
    uint64_t head[6] = { kind, inode, offset, strlen(path), strlen(other), count };
    struct iovec { const void *base; size_t length; } parts[4] = {
        { head, sizeof head }, { path, head[3] }, { other, head[4] }, { bytes, count },
    };
    pthread_mutex_lock(&state.lock);
    if (syscall(SYS_writev, state.trace, parts, 4) < 0) abort();
    pthread_mutex_unlock(&state.lock);
}

static void record_name(int kind, uint64_t inode, const char *path, const char *other) { record(kind, inode, 0, path, other, "", 0); }
static void record_write(uint64_t inode, off64_t place, const void *bytes, size_t count) { record(TRACE_WRITE, inode, place, "", "", bytes, count); }
static void record_length(uint64_t inode, off64_t length) { record(TRACE_LENGTH, inode, length, "", "", "", 0); }

static void record_sync(int file, const char *path) {
    struct stat facts;
    if (syscall(SYS_newfstatat, file, "", &facts, AT_EMPTY_PATH) != 0) return;
    record(TRACE_SYNC, facts.st_ino, S_ISDIR(facts.st_mode), path, "", "", 0);
}
#endif
