/*
 * faults.c: makes the Nth file operation of a program fail, kills the program there, or records all operations.
 *
 * Preloaded (LD_PRELOAD) into a dynamically linked program, it intercepts calls to the C library, including SQLite's. Only
 * operations on files below FAULT_ROOT count, and for kills also messages to other processes. State is in `faults.h`.
 */
#include "faults.h"

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* Runs the real operation unless a fault replaces it. */
#define OPERATION(counts, class, name, path, call) \
    do { \
        if (!(counts)) return call; \
        int fault = next_operation(class, name, path); \
        if (fault) { errno = fault; return -1; } \
        return call; \
    } while (0)

static int changes_by(int flags) { return flags & (O_CREAT | O_TRUNC) ? CHANGE : ACCESS; }

static int open_file(int folder, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX];
    if (state.boot && !strcmp(path, "/proc/sys/kernel/random/boot_id")) path = state.boot;
    int counts = is_below_root_at(folder, path, full);
    struct stat before;
    int was_there = counts && fstatat(folder, path, &before, 0) == 0;
    if (counts && !(flags & O_PATH)) {
        int fault = next_operation(changes_by(flags), "open", full);
        if (fault) { errno = fault; return -1; }
    }
    int file = syscall(SYS_openat, folder, path, flags | O_LARGEFILE, mode);
    if (file >= 0 && counts && !was_there && flags & O_CREAT) record_name(TRACE_CREATE, inode_of(file), full, "");
    if (file >= 0 && was_there && flags & O_TRUNC) record_length(inode_of(file), 0);
    return file;
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE_OF(flags) return open_file(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return open_file(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE_OF(flags) return open_file(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE_OF(flags) return open_file(folder, path, flags, mode); }

ssize_t read(int file, void *bytes, size_t count) {
    char path[PATH_MAX];
    OPERATION(is_below_root(file, path), READ, "read", path, syscall(SYS_read, file, bytes, count));
}

static ssize_t read_at(int file, void *bytes, size_t count, off64_t offset) {
    char path[PATH_MAX];
    OPERATION(is_below_root(file, path), READ, "pread", path, syscall(SYS_pread64, file, bytes, count, offset));
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) { return read_at(file, bytes, count, offset); }
ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) { return read_at(file, bytes, count, offset); }

/* Writes at an offset, or at the current position if it is negative. */
static ssize_t write_some(int file, const void *bytes, size_t count, off64_t offset) {
    char path[PATH_MAX];
    if (!is_below_root(file, path))
        return offset < 0 ? syscall(SYS_write, file, bytes, count) : syscall(SYS_pwrite64, file, bytes, count, offset);
    size_t allowed = count;
    int fault = next_write(path, &allowed);
    if (fault) { errno = fault; return -1; }
    off64_t place = offset;
    if (offset < 0) {
        struct stat facts;
        int appends = syscall(SYS_fcntl, file, F_GETFL) & O_APPEND;
        place = appends && fstat(file, &facts) == 0 ? facts.st_size : syscall(SYS_lseek, file, 0, SEEK_CUR);
    }
    ssize_t written = offset < 0 ? syscall(SYS_write, file, bytes, allowed) : syscall(SYS_pwrite64, file, bytes, allowed, offset);
    if (written > 0) record_write(inode_of(file), place, bytes, written);
    die_if_torn();
    return written;
}

ssize_t write(int file, const void *bytes, size_t count) { return write_some(file, bytes, count, -1); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return write_some(file, bytes, count, offset); }
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return write_some(file, bytes, count, offset); }

static int truncate_to(int file, off64_t length) {
    char path[PATH_MAX];
    int counts = is_below_root(file, path);
    int fault = counts ? next_operation(CHANGE, "ftruncate", path) : 0;
    if (fault) { errno = fault; return -1; }
    int result = syscall(SYS_ftruncate, file, length);
    if (counts && result == 0) record_length(inode_of(file), length);
    return result;
}

int ftruncate(int file, off_t length) { return truncate_to(file, length); }
int ftruncate64(int file, off64_t length) { return truncate_to(file, length); }

static int synchronize(int file, int number, const char *name) {
    char path[PATH_MAX];
    int counts = is_below_root(file, path);
    int fault = counts ? next_operation(SYNC, name, path) : 0;
    if (fault) { errno = fault; return -1; }
    int result = syscall(number, file);
    if (counts && result == 0) record_sync(file, path);
    return result;
}

int fsync(int file) { return synchronize(file, SYS_fsync, "fsync"); }
int fdatasync(int file) { return synchronize(file, SYS_fdatasync, "fdatasync"); }

static int rename_file(int from, const char *old, int to, const char *new, unsigned flags) {
    char before[PATH_MAX], after[PATH_MAX];
    int counts = is_below_root_at(from, old, before) | is_below_root_at(to, new, after);
    int fault = counts ? next_operation(CHANGE, "rename", after) : 0;
    if (fault) { errno = fault; return -1; }
    uint64_t inode = inode_at(from, old);
    /* Plugins are not allowed to call renameat2. */
    int result = flags ? syscall(SYS_renameat2, from, old, to, new, flags) : syscall(SYS_renameat, from, old, to, new);
    if (counts && result == 0) record_name(TRACE_RENAME, inode, before, after);
    return result;
}

int rename(const char *old, const char *new) { return rename_file(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int from, const char *old, int to, const char *new) { return rename_file(from, old, to, new, 0); }
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) { return rename_file(from, old, to, new, flags); }

static int remove_name(int folder, const char *path, int flags) {
    char full[PATH_MAX];
    int counts = is_below_root_at(folder, path, full);
    int fault = counts && access(full, F_OK) == 0 ? next_operation(CHANGE, "unlink", full) : 0;
    if (fault) { errno = fault; return -1; }
    int result = syscall(SYS_unlinkat, folder, path, flags);
    if (counts && result == 0) record_name(TRACE_UNLINK, 0, full, "");
    return result;
}

int unlink(const char *path) { return remove_name(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) { return remove_name(folder, path, flags); }
int rmdir(const char *path) { return remove_name(AT_FDCWD, path, AT_REMOVEDIR); }

static int make_folder(int folder, const char *path, mode_t mode) {
    char full[PATH_MAX];
    int counts = is_below_root_at(folder, path, full);
    int fault = counts ? next_operation(CHANGE, "mkdir", full) : 0;
    if (fault) { errno = fault; return -1; }
    int result = syscall(SYS_mkdirat, folder, path, mode);
    if (counts && result == 0) record_name(TRACE_MKDIR, inode_at(folder, path), full, "");
    return result;
}

int mkdir(const char *path, mode_t mode) { return make_folder(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return make_folder(folder, path, mode); }

int link(const char *old, const char *new) {
    REAL(link);
    char path[PATH_MAX];
    int counts = is_below_root_at(AT_FDCWD, new, path);
    int fault = counts ? next_operation(CHANGE, "link", path) : 0;
    if (counts && state.has_no_links) fault = EPERM;
    if (fault) { errno = fault; return -1; }
    int result = real(old, new);
    if (counts && result == 0) record_name(TRACE_LINK, inode_at(AT_FDCWD, new), path, "");
    return result;
}

int fchmod(int file, mode_t mode) {
    char path[PATH_MAX];
    OPERATION(is_below_root(file, path), CHANGE, "fchmod", path, syscall(SYS_fchmod, file, mode));
}

int stat(const char *path, struct stat *facts) {
    char full[PATH_MAX];
    OPERATION(is_below_root_at(AT_FDCWD, path, full), ACCESS, "stat", full, syscall(SYS_newfstatat, AT_FDCWD, path, facts, 0));
}

int stat64(const char *path, struct stat64 *facts) { return stat(path, (struct stat *)facts); }

static int fstat_counted(int file, void *facts) {
    char path[PATH_MAX];
    OPERATION(is_below_root(file, path), ACCESS, "fstat", path, syscall(SYS_newfstatat, file, "", facts, AT_EMPTY_PATH));
}

int fstat(int file, struct stat *facts) { return fstat_counted(file, facts); }
int fstat64(int file, struct stat64 *facts) { return fstat_counted(file, facts); }

int flock(int file, int operation) {
    char path[PATH_MAX];
    OPERATION(is_below_root(file, path), LOCK, "flock", path, syscall(SYS_flock, file, operation));
}

static int control(int file, int command, void *argument) {
    char path[PATH_MAX];
    int locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
    OPERATION(locks && is_below_root(file, path), LOCK, "fcntl", path, syscall(SYS_fcntl, file, command, argument));
}

int fcntl(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return control(file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list rest;
    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    return control(file, command, argument);
}

void *mmap64(void *place, size_t length, int protection, int flags, int file, off64_t offset) {
    char path[PATH_MAX];
    int fault = file >= 0 && is_below_root(file, path) ? next_operation(ACCESS, "mmap", path) : 0;
    if (fault) { errno = ENOMEM; return MAP_FAILED; }
    return (void *)syscall(SYS_mmap, place, length, protection, flags, file, offset);
}

/* Data sent to other processes cannot be taken back: a kill may come before or after it. */
ssize_t send(int file, const void *bytes, size_t count, int flags) {
    next_operation(TALK, "send", "");
    return syscall(SYS_sendto, file, bytes, count, flags, NULL, 0);
}

ssize_t recv(int file, void *bytes, size_t count, int flags) {
    next_operation(TALK, "recv", "");
    return syscall(SYS_recvfrom, file, bytes, count, flags, NULL, NULL);
}
