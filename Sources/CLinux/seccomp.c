#define _GNU_SOURCE
#include "antrain_seccomp.h"

#include "antrain_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* What nobody needs to deliver a reminder: looking into other processes, leaving the process group by which the host ends what a
 * plugin has started, changing the system, and ways around this filter. */
static const int never[] = {
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_setsid, __NR_setpgid, __NR_mount, __NR_umount2,
    __NR_pivot_root, __NR_chroot, __NR_bpf, __NR_perf_event_open, __NR_add_key, __NR_request_key, __NR_keyctl,
    __NR_userfaultfd, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_reboot, __NR_unshare, __NR_setns,
    __NR_swapon, __NR_swapoff, __NR_kexec_load, __NR_personality, __NR_settimeofday, __NR_clock_settime, __NR_acct,
    __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, 425 /* io_uring_setup */, 438 /* pidfd_getfd */, 428 /* open_tree */,
    429 /* move_mount */, 424 /* pidfd_send_signal */,
};

/* Signals to others when a descriptor can be read. */
static const uint32_t owning_descriptors[] = { F_SETOWN, F_SETSIG, 15 /* F_SETOWN_EX */ };

/* The same, and words put into the user's mouth: input that a terminal takes for typed. */
static const uint32_t terminal_input[] = { 0x8901 /* FIOSETOWN */, 0x8902 /* SIOCSPGRP */, TIOCSTI, 0x541C /* TIOCLINUX */ };

#define LENGTH_MAX 256

struct program {
    struct sock_filter code[LENGTH_MAX];
    unsigned short length;
};

static void add(struct program *program, struct sock_filter step) {
    if (program->length < LENGTH_MAX) program->code[program->length++] = step;
}

static void load(struct program *program, size_t offset) {
    add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void give(struct program *program, uint32_t verdict) {
    add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

/* Goes on with the next step where the value is `value`, else past `skipped` steps. */
static void where(struct program *program, uint32_t value, unsigned char skipped) {
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))

static void refuse(struct program *program, int number) {
    where(program, (uint32_t)number, 1);
    give(program, REFUSED);
}

/* Refuses a call where an argument is one of some values. */
static void refuse_values(struct program *program, int number, int argument, const uint32_t *values, unsigned char count) {
    where(program, (uint32_t)number, (unsigned char)(2 + 2 * count));
    load(program, ARGUMENT(argument));
    for (unsigned char place = 0; place < count; place++) {
        where(program, values[place], 1);
        give(program, REFUSED);
    }
    give(program, SECCOMP_RET_ALLOW);
}

/* Refuses a call where its first argument has another value; `value` is this process or stands for it. */
static void refuse_others(struct program *program, int number, uint32_t value) {
    where(program, (uint32_t)number, 4);
    load(program, ARGUMENT(0));
    where(program, value, 1);
    give(program, SECCOMP_RET_ALLOW);
    give(program, REFUSED);
}

/* New processes by the call whose flags can be seen here, as the C library makes them where it must. */
static void filter_clone(struct program *program, uint32_t flags, uint32_t with, uint32_t without) {
    where(program, 435 /* clone3 */, 1);
    give(program, SECCOMP_RET_ERRNO | ENOSYS);
    where(program, __NR_clone, 4);
    load(program, ARGUMENT(0));
    add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, flags, 0, 1));
    give(program, with);
    give(program, without);
}

/* Sockets of the families that are given; others are refused. */
static void filter_sockets(struct program *program, uint32_t may) {
    uint32_t families[4];
    unsigned char count = 0;
    if (may & ANTRAIN_MAY_NETWORK) {
        families[count++] = AF_INET;
        families[count++] = AF_INET6;
        families[count++] = AF_NETLINK;
    }
    if (may & ANTRAIN_MAY_UNIX_SOCKETS) families[count++] = AF_UNIX;
    where(program, __NR_socket, (unsigned char)(2 + 2 * count));
    load(program, ARGUMENT(0));
    for (unsigned char place = 0; place < count; place++) {
        where(program, families[place], 1);
        give(program, SECCOMP_RET_ALLOW);
    }
    give(program, REFUSED);
}

/* Threads, and no processes; signals to this process alone. */
static void filter_processes(struct program *program) {
#ifdef __NR_fork
    refuse(program, __NR_fork);
#endif
#ifdef __NR_vfork
    refuse(program, __NR_vfork);
#endif
    refuse(program, __NR_execve);
    refuse(program, __NR_execveat);
    filter_clone(program, CLONE_THREAD, SECCOMP_RET_ALLOW, REFUSED);
    refuse_others(program, __NR_kill, (uint32_t)getpid());
    refuse_others(program, __NR_tgkill, (uint32_t)getpid());
    refuse(program, __NR_tkill);
}

int antrain_filter_calls(uint32_t may) {
#ifndef MACHINE
    (void)may;
    return 0;
#else
    static struct program program;
    load(&program, offsetof(struct seccomp_data, arch));
    where(&program, MACHINE, 1);
    add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    give(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* The calls of the x32 ABI have numbers of their own. */
    add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
    give(&program, REFUSED);
#endif
    for (size_t place = 0; place < sizeof never / sizeof *never; place++) refuse(&program, never[place]);
    refuse_values(&program, __NR_fcntl, 1, owning_descriptors, sizeof owning_descriptors / sizeof *owning_descriptors);
    refuse_values(&program, __NR_ioctl, 1, terminal_input, sizeof terminal_input / sizeof *terminal_input);
    /* Limits of its own, and no other process's. */
    refuse_others(&program, __NR_prlimit64, 0);
    filter_sockets(&program, may);
    if (may & ANTRAIN_MAY_EXEC) {
        const uint32_t namespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                                    CLONE_NEWCGROUP;
        filter_clone(&program, namespaces, REFUSED, SECCOMP_RET_ALLOW);
    } else {
        filter_processes(&program);
    }
    give(&program, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = { program.length, program.code };
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
#endif
}
