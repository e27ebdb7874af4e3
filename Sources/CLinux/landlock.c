#define _GNU_SOURCE
#include "antrain_confine.h"
#include "antrain_seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's numbers (include/uapi/linux/landlock.h), since the header of the C library may be older than the kernel. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    CREATE_RULESET_VERSION = 1,
    RULE_PATH_BENEATH = 1
};

#define FS_EXECUTE (1ull << 0)
#define FS_WRITE_FILE (1ull << 1)
#define FS_READ_FILE (1ull << 2)
#define FS_READ_DIR (1ull << 3)
#define FS_REFER (1ull << 13)
#define FS_TRUNCATE (1ull << 14)
#define FS_IOCTL_DEV (1ull << 15)
#define FS_FILE (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)
#define NET_ALL 3ull
#define SCOPE_ABSTRACT_SOCKETS 1ull
#define SCOPE_SIGNALS 2ull

struct ruleset_attribute {
    uint64_t handled_fs;
    uint64_t handled_net;
    uint64_t scoped;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

struct antrain_ruleset {
    int descriptor; /* -1 without Landlock */
    int failure;
    uint32_t may;
    uint64_t handled;
};

int antrain_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

antrain_ruleset *antrain_ruleset_begin(uint32_t may, int *abi) {
    antrain_ruleset *rules = calloc(1, sizeof *rules);
    if (rules == NULL) abort();
    rules->descriptor = -1;
    rules->may = may;
    const int version = antrain_landlock_version();
    *abi = version;
    if (version < 1) return rules;
    rules->handled = (1ull << 13) - 1;
    if (version >= 2) rules->handled |= FS_REFER;
    if (version >= 3) rules->handled |= FS_TRUNCATE;
    if (version >= 5) rules->handled |= FS_IOCTL_DEV;
    struct ruleset_attribute attribute = { .handled_fs = rules->handled };
    if (version >= 4 && !(may & ANTRAIN_MAY_NETWORK)) attribute.handled_net = NET_ALL;
    if (version >= 6) {
        attribute.scoped = SCOPE_SIGNALS;
        if (!(may & ANTRAIN_MAY_UNIX_SOCKETS)) attribute.scoped |= SCOPE_ABSTRACT_SOCKETS;
    }
    size_t size = version >= 6 ? sizeof attribute : version >= 4 ? 16 : 8;
    rules->descriptor = (int)syscall(CREATE_RULESET, &attribute, size, 0);
    if (rules->descriptor < 0) rules->failure = errno;
    return rules;
}

void antrain_ruleset_allow(antrain_ruleset *rules, const char *path, int access) {
    if (rules->descriptor < 0) return;
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat facts;
    uint64_t allowed = FS_READ_FILE | FS_READ_DIR;
    if (access == ANTRAIN_PATH_EXECUTE) allowed |= FS_EXECUTE;
    if (access == ANTRAIN_PATH_WRITE) allowed = rules->handled & ~(FS_EXECUTE | FS_IOCTL_DEV);
    /* What is typed there is not for plugins. */
    if (access == ANTRAIN_PATH_TERMINAL) allowed = FS_WRITE_FILE | FS_READ_DIR | FS_IOCTL_DEV;
    if (fstat(descriptor, &facts) == 0 && !S_ISDIR(facts.st_mode)) allowed &= FS_FILE;
    struct path_beneath rule = { .allowed = allowed & rules->handled, .parent = descriptor };
    syscall(ADD_RULE, rules->descriptor, RULE_PATH_BENEATH, &rule, 0);
    close(descriptor);
}

int antrain_confine(antrain_ruleset *rules) {
    int failure = rules->failure;
    if (failure == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = errno;
    if (failure == 0 && rules->descriptor >= 0 && syscall(RESTRICT_SELF, rules->descriptor, 0) != 0) failure = errno;
    if (rules->descriptor >= 0) close(rules->descriptor);
    if (failure == 0) failure = antrain_filter_calls(rules->may);
    free(rules);
    return failure;
}
