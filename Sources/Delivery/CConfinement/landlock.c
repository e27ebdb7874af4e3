#define _GNU_SOURCE
#include "antrain_confine.h"
#include "antrain_filter.h"
#include "antrain_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's numbers (include/uapi/linux/landlock.h), because the C library's header may be older than the kernel. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    RULE_PATH_BENEATH = 1
};

#define FS_EXECUTE (1ull << 0)
#define FS_WRITE_FILE (1ull << 1)
#define FS_READ_FILE (1ull << 2)
#define FS_READ_DIR (1ull << 3)
#define FS_REMOVE_DIR (1ull << 4)
#define FS_REMOVE_FILE (1ull << 5)
#define FS_MAKE_DIR (1ull << 7)
#define FS_MAKE_REG (1ull << 8)
#define FS_REFER (1ull << 13)
#define FS_TRUNCATE (1ull << 14)
#define FS_IOCTL_DEV (1ull << 15)
#define FS_FILE (FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV)
/* Access rights for folders granted for writing, without creating links, sockets, pipes or devices: a link in one grant
 * could make another grant point to any file the next time that grants are resolved. */
#define FS_WRITING \
    (FS_WRITE_FILE | FS_READ_FILE | FS_READ_DIR | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_DIR | FS_MAKE_REG | FS_REFER | FS_TRUNCATE)
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

antrain_ruleset *antrain_ruleset_begin(uint32_t may, int version) {
    antrain_ruleset *rules = calloc(1, sizeof *rules);
    if (rules == NULL) return NULL;
    rules->descriptor = -1;
    rules->may = may;
    if (version < 1) return rules;
    rules->handled = (1ull << 13) - 1;
    if (version >= 2) rules->handled |= FS_REFER;
    if (version >= 3) rules->handled |= FS_TRUNCATE;
    if (version >= 5) rules->handled |= FS_IOCTL_DEV;
    struct ruleset_attribute attribute = { .handled_fs = rules->handled };
    if (version >= 4 && !(may & ANTRAIN_MAY_NETWORK)) attribute.handled_net = NET_ALL;
    /* Abstract sockets too: the guard makes the permitted connections. */
    if (version >= 6) attribute.scoped = SCOPE_SIGNALS | SCOPE_ABSTRACT_SOCKETS;
    size_t size = version >= 6 ? sizeof attribute : version >= 4 ? 16 : 8;
    rules->descriptor = (int)syscall(CREATE_RULESET, &attribute, size, 0);
    if (rules->descriptor < 0) rules->failure = errno;
    return rules;
}

int antrain_ruleset_allow_descriptor(antrain_ruleset *rules, int descriptor, int access) {
    if (rules->descriptor < 0) return rules->failure;
    struct stat status;
    uint64_t allowed = FS_READ_FILE | FS_READ_DIR;
    if (access == ANTRAIN_PATH_EXECUTE) allowed |= FS_EXECUTE;
    if (access == ANTRAIN_PATH_WRITE) allowed = FS_WRITING;
    if (access == ANTRAIN_PATH_LIST) allowed = FS_READ_DIR;
    /* Plugins must not read what is typed there. */
    if (access == ANTRAIN_PATH_TERMINAL) allowed = FS_WRITE_FILE | FS_READ_DIR | FS_IOCTL_DEV;
    if (fstat(descriptor, &status) != 0) return errno;
    if (!S_ISDIR(status.st_mode)) allowed &= FS_FILE;
    struct path_beneath rule = { .allowed = allowed & rules->handled, .parent = descriptor };
    if (rule.allowed == 0) return 0;
    return syscall(ADD_RULE, rules->descriptor, RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
}

void antrain_ruleset_allow(antrain_ruleset *rules, const char *path, int access) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    if (descriptor < 0) return;
    antrain_ruleset_allow_descriptor(rules, descriptor, access);
    close(descriptor);
}

/* Drops root's privileges beyond those of other users; with no new privileges, no program can restore them. */
static int drop_capabilities(uint32_t may) {
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct had[2], kept[2] = { { 0 }, { 0 } };
    if (syscall(SYS_capget, &header, had) != 0) return errno;
    const uint32_t files = may & ANTRAIN_MAY_OVERRIDE ? 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH : 0;
    kept[0].permitted = kept[0].effective = had[0].permitted & files;
    return syscall(SYS_capset, &header, kept) == 0 ? 0 : errno;
}

int antrain_confine(antrain_ruleset *rules, const antrain_limits *limits, const antrain_guard_plan *plan) {
    int failure = rules->failure, notify = -1;
    antrain_guard guard = { 0 };
    if (failure == 0) failure = antrain_guard_start(&guard, plan, rules->may);
    if (failure == 0) antrain_limit(limits);
    if (failure == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = errno;
    if (failure == 0) failure = drop_capabilities(rules->may);
    /* Neither another plugin of the user nor a program started by this one can read its memory. */
    if (failure == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) failure = errno;
    if (failure == 0 && rules->descriptor >= 0 && syscall(RESTRICT_SELF, rules->descriptor, 0) != 0) failure = errno;
    if (rules->descriptor >= 0) close(rules->descriptor);
    if (failure == 0) failure = antrain_filter_calls(rules->may, &notify);
    if (failure == 0) failure = antrain_guard_finish(&guard, notify);
    free(rules);
    return failure;
}
