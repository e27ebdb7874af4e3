#define _GNU_SOURCE
#include "antrain_filter.h"

#include "antrain_confine.h"
#include "antrain_call_lists.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define REFUSED SCMP_ACT_ERRNO(EPERM)
#define ABSENT SCMP_ACT_ERRNO(ENOSYS)
#define WORD 0xffffffffull
#define SIZE(list) (sizeof(list) / sizeof *(list))

/* A filter under construction. The first failure is kept. */
struct build {
    scmp_filter_ctx filter;
    int failure;
};

static void add_rule_where(struct build *build, uint32_t action, const char *name, unsigned count, const struct scmp_arg_cmp *tests) {
    /* A name that the library does not know is a call that cannot be allowed: it stays refused. */
    const int number = seccomp_syscall_resolve_name(name);
    if (build->failure != 0 || number == __NR_SCMP_ERROR) return;
    build->failure = seccomp_rule_add_array(build->filter, action, number, count, tests);
}

static void add_rule(struct build *build, uint32_t action, const char *name) { add_rule_where(build, action, name, 0, NULL); }

static void add_rules_for(struct build *build, uint32_t action, const char *const *names) {
    for (; *names != NULL; names++) add_rule(build, action, *names);
}

static void allow_where(struct build *build, const char *name, struct scmp_arg_cmp test) {
    add_rule_where(build, SCMP_ACT_ALLOW, name, 1, &test);
}

/* Allows a call if an argument, of which the kernel reads 32 bits, has one of some values. */
static void allow_values(struct build *build, const char *name, unsigned argument, const uint32_t *values, size_t count) {
    for (size_t index = 0; index < count; index++)
        allow_where(build, name, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, WORD, values[index]));
}

/* The bit of O_TMPFILE that makes a file without a name, on all machines. */
#define NAMELESS 020000000

/* Opening for reading, for writing or for both. Landlock does not check the fourth access mode, and its versions 1 and 2 do not
 * check truncation of a file opened for reading. A file without a name would not count toward the size of its folder. */
static void allow_opening(struct build *build, const char *name, unsigned argument) {
    allow_where(build, name, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, O_ACCMODE | NAMELESS | O_TRUNC, O_RDONLY));
    allow_where(build, name, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, O_ACCMODE | NAMELESS, O_WRONLY));
    allow_where(build, name, SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, O_ACCMODE | NAMELESS, O_RDWR));
}

/* The flags of a descriptor, without O_ASYNC: for a terminal, the kernel would then signal its foreground programs at each input. */
static void allow_flags(struct build *build) {
    const struct scmp_arg_cmp tests[] = {
        SCMP_CMP(1, SCMP_CMP_MASKED_EQ, WORD, F_SETFL),
        SCMP_CMP(2, SCMP_CMP_MASKED_EQ, O_ASYNC, 0),
    };
    add_rule_where(build, SCMP_ACT_ALLOW, "fcntl", SIZE(tests), tests);
}

/* Stream and sequenced-packet pairs. The ends of a datagram pair can be addressed elsewhere. */
static void allow_pairs(struct build *build) {
    static const uint32_t types[] = { SOCK_STREAM, SOCK_SEQPACKET };
    for (size_t index = 0; index < SIZE(types); index++) {
        const struct scmp_arg_cmp tests[] = {
            SCMP_CMP(0, SCMP_CMP_EQ, AF_UNIX),
            SCMP_CMP(1, SCMP_CMP_MASKED_EQ, ~(uint64_t)(SOCK_CLOEXEC | SOCK_NONBLOCK), types[index]),
        };
        add_rule_where(build, SCMP_ACT_ALLOW, "socketpair", SIZE(tests), tests);
    }
}

static void allow_network(struct build *build) {
    allow_where(build, "socket", SCMP_CMP(0, SCMP_CMP_EQ, AF_INET));
    allow_where(build, "socket", SCMP_CMP(0, SCMP_CMP_EQ, AF_INET6));
    /* The kernel's addresses and routes (rtnetlink(7)), which getaddrinfo(3) requests. */
    const struct scmp_arg_cmp routes[] = { SCMP_CMP(0, SCMP_CMP_EQ, AF_NETLINK), SCMP_CMP(2, SCMP_CMP_EQ, 0) };
    add_rule_where(build, SCMP_ACT_ALLOW, "socket", SIZE(routes), routes);
    add_rules_for(build, SCMP_ACT_ALLOW, antrain_network_calls);
    allow_values(build, "ioctl", 1, antrain_network_controls, antrain_network_control_count);
}

/* What clone(2) must not do: make namespaces, or make a child of the plugin's parent, which would have to wait for it. */
#define FOREIGN \
    (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP | CLONE_PARENT)
/* What a thread shares with its process: one with its own descriptors would have its own limit of open files. */
#define SHARED (CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_FILES)

/* Starting programs. */
static void allow_programs(struct build *build) {
    allow_where(build, "clone", SCMP_CMP(0, SCMP_CMP_MASKED_EQ, FOREIGN, 0));
    add_rules_for(build, SCMP_ACT_ALLOW, antrain_program_calls);
    allow_values(build, "ioctl", 1, antrain_program_controls, antrain_program_control_count);
    allow_where(build, "prlimit64", SCMP_CMP(0, SCMP_CMP_EQ, 0));
    const struct scmp_arg_cmp itself[] = { SCMP_CMP(0, SCMP_CMP_EQ, PRIO_PROCESS), SCMP_CMP(1, SCMP_CMP_EQ, 0) };
    add_rule_where(build, SCMP_ACT_ALLOW, "setpriority", SIZE(itself), itself);
}

/* Threads without processes, and signals and limits of this process only. */
static void allow_threads(struct build *build) {
    allow_where(build, "clone", SCMP_CMP(0, SCMP_CMP_MASKED_EQ, SHARED | FOREIGN, SHARED));
    allow_where(build, "kill", SCMP_CMP(0, SCMP_CMP_EQ, (uint64_t)getpid()));
    allow_where(build, "tgkill", SCMP_CMP(0, SCMP_CMP_EQ, (uint64_t)getpid()));
    const struct scmp_arg_cmp reading[] = { SCMP_CMP(0, SCMP_CMP_EQ, 0), SCMP_CMP(2, SCMP_CMP_EQ, 0) };
    add_rule_where(build, SCMP_ACT_ALLOW, "prlimit64", SIZE(reading), reading);
}

/* A UNIX socket comes from the guard, and is a placeholder until the guard has connected it: connect(2) for other families can
 * continue then, whatever the process writes to the address in the meantime. */
static void notify_socket_calls(struct build *build) {
    const struct scmp_arg_cmp local = SCMP_CMP(0, SCMP_CMP_EQ, AF_UNIX);
    add_rule_where(build, SCMP_ACT_NOTIFY, "socket", 1, &local);
    add_rule(build, SCMP_ACT_NOTIFY, "connect");
}

static void add_rules(struct build *build, uint32_t may) {
    add_rules_for(build, SCMP_ACT_ALLOW, antrain_common_calls);
    /* Calls that libraries try but can do without. */
    add_rules_for(build, ABSENT, antrain_absent_calls);
    allow_values(build, "ioctl", 1, antrain_common_controls, antrain_common_control_count);
    allow_values(build, "fcntl", 1, antrain_descriptor_commands, antrain_descriptor_command_count);
    allow_flags(build);
    allow_values(build, "prctl", 0, antrain_process_controls, antrain_process_control_count);
    allow_opening(build, "open", 1);
    allow_opening(build, "openat", 2);
    /* The times of an open file; by path it could be any file. */
    allow_where(build, "utimensat", SCMP_CMP(1, SCMP_CMP_EQ, 0));
    /* The kernel checks the limit of a file's size only in mode 0: with FALLOC_FL_KEEP_SIZE, a file uses any amount of space. */
    allow_where(build, "fallocate", SCMP_CMP(1, SCMP_CMP_MASKED_EQ, WORD, 0));
    allow_pairs(build);
    if (may & ANTRAIN_MAY_NETWORK) {
        allow_network(build);
    } else {
        /* An address in sendmsg(2) has no effect on the available sockets. */
        allow_where(build, "sendto", SCMP_CMP(4, SCMP_CMP_EQ, 0));
    }
    if (!(may & ANTRAIN_MAY_DATAGRAMS)) add_rule(build, SCMP_ACT_ALLOW, "sendmsg");
    if (may & ANTRAIN_MAY_FOLDERS) {
        add_rules_for(build, SCMP_ACT_ALLOW, antrain_folder_calls);
        /* A whiteout is a device, which Landlock does not check. */
        allow_where(build, "renameat2", SCMP_CMP(4, SCMP_CMP_MASKED_EQ, RENAME_WHITEOUT, 0));
    }
    if (may & ANTRAIN_MAY_EXEC) allow_programs(build); else allow_threads(build);
    if (may & ANTRAIN_MAY_SOCKETS) {
        notify_socket_calls(build);
    } else if (may & ANTRAIN_MAY_NETWORK) {
        add_rule(build, SCMP_ACT_ALLOW, "connect");
    }
}

static struct build new_filter(uint32_t may, uint32_t machine) {
    struct build build = { seccomp_init(REFUSED), 0 };
    if (build.filter == NULL) {
        build.failure = -ENOMEM;
        return build;
    }
    if (machine != 0 && machine != seccomp_arch_native()) {
        build.failure = seccomp_arch_add(build.filter, machine);
        if (build.failure == 0) build.failure = seccomp_arch_remove(build.filter, seccomp_arch_native());
    }
    /* Calls of another architecture, such as those of 32-bit programs, have their own numbers. */
    if (build.failure == 0) build.failure = seccomp_attr_set(build.filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    add_rules(&build, may);
    return build;
}

int antrain_filter_calls(uint32_t may, int *notify) {
    *notify = -1;
    struct build build = new_filter(may, 0);
    errno = 0;
    if (build.failure == 0) build.failure = seccomp_load(build.filter);
    /* All errors of the kernel are one to the library, but errno has the cause. */
    if (build.failure == -ECANCELED && errno != 0) build.failure = -errno;
    if (build.failure == 0 && may & ANTRAIN_MAY_SOCKETS) {
        *notify = seccomp_notify_fd(build.filter);
        if (*notify < 0) build.failure = *notify;
    }
    if (build.filter != NULL) seccomp_release(build.filter);
    return -build.failure;
}

int antrain_filter_export(uint32_t may, uint32_t machine, int descriptor) {
    struct build build = new_filter(may, machine);
    if (build.failure == 0) build.failure = seccomp_export_bpf(build.filter, descriptor);
    if (build.filter != NULL) seccomp_release(build.filter);
    return -build.failure;
}
