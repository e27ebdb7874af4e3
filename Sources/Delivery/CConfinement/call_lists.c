#define _GNU_SOURCE
#include "antrain_call_lists.h"

#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

/* The calls of any process with threads that reads and writes open files: libc, Swift, Rust and Go. Every plugin has these. */
const char *const antrain_common_calls[] = {
    /* Memory. */
    "brk", "madvise", "membarrier", "mincore", "mmap", "mmap2", "mprotect", "mremap", "msync", "munmap",
    /* Threads, and information about the process itself. */
    "arch_prctl", "capget", "exit", "exit_group", "futex", "futex_waitv", "get_robust_list", "getcpu", "getegid", "geteuid", "getgid",
    "getgroups", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getresgid", "getresuid", "getrlimit", "getrusage", "getsid",
    "gettid", "getuid", "ioprio_get", "restart_syscall", "riscv_flush_icache", "riscv_hwprobe", "rseq", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler", "sched_rr_get_interval",
    "sched_yield", "set_robust_list", "set_tid_address", "sysinfo", "times", "ugetrlimit", "umask", "uname",
    /* Signals to itself. */
    "alarm", "getitimer", "pause", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend",
    "rt_sigtimedwait", "setitimer", "sigaltstack", "signalfd", "signalfd4", "sigreturn",
    /* For the runner's own timer, which exists before. */
    "timer_settime",
    /* Time and random numbers. */
    "clock_getres", "clock_gettime", "clock_nanosleep", "getrandom", "gettimeofday", "nanosleep", "time", "timerfd_create",
    "timerfd_gettime", "timerfd_settime",
    /* Descriptors. */
    "_llseek", "close", "close_range", "copy_file_range", "dup", "dup2", "dup3", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd", "eventfd2", "fadvise64", "fdatasync", "flock", "fsync",
    "ftruncate", "lseek", "pipe", "pipe2", "poll", "ppoll", "pread64", "preadv", "preadv2", "pselect6", "pwrite64", "pwritev",
    "pwritev2", "read", "readahead", "readv", "select", "sendfile", "sync_file_range", "write", "writev",
    /* Files and folders by name; Landlock decides which. */
    "access", "chdir", "creat", "faccessat", "faccessat2", "fchdir", "fstat", "fstatfs", "getcwd", "getdents", "getdents64", "lstat",
    "newfstatat", "readlink", "readlinkat", "stat", "statfs", "statx",
    /* The ends of a socket pair. */
    "getpeername", "getsockname", "getsockopt", "recvfrom", "recvmsg", "setsockopt", "shutdown",
    NULL,
};

/* Newer calls that libraries try first. They fall back to an older one if the kernel does not have these. clone3, openat2 and
 * io_uring hide their arguments from a filter; memfds are memory that no process limit counts; a timer can send SIGCONT to a process
 * that the guard has stopped. */
const char *const antrain_absent_calls[] = {
    "clone3", "fchmodat2", "io_uring_enter", "io_uring_register", "io_uring_setup", "landlock_create_ruleset", "memfd_create",
    "memfd_secret", "mseal", "openat2", "pidfd_open", "seccomp", "statmount", "timer_create",
    NULL,
};

/* Names in folders that the plugin may change, without links and special files. */
const char *const antrain_folder_calls[] = {
    "mkdir", "mkdirat", "rename", "renameat", "rmdir", "unlink", "unlinkat", NULL,
};

/* The internet, without listening for connections. */
const char *const antrain_network_calls[] = { "bind", "recvmmsg", "sendmmsg", "sendto", NULL };

/* Starting programs, and what common system programs do. Modes, owners and attributes cannot be changed. */
const char *const antrain_program_calls[] = {
    "execve", "execveat", "fgetxattr", "flistxattr", "fork", "getxattr", "kill", "lgetxattr", "listxattr", "llistxattr", "setrlimit",
    "splice", "sync", "syncfs", "tee", "tgkill", "tkill", "vfork", "wait4", "waitid", "waitpid",
    NULL,
};

const uint32_t antrain_common_controls[] = {
    FIOCLEX, FIONBIO, FIONCLEX, FIONREAD, TCGETS, TIOCGPGRP, TIOCGWINSZ, TIOCOUTQ,
};
const uint32_t antrain_network_controls[] = { SIOCGIFADDR, SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFINDEX, SIOCGIFNAME };
/* Without TCSETS: the user's terminals are not the plugin's to set. */
const uint32_t antrain_program_controls[] = { FICLONE, TIOCGSID };

/* Without those by which the kernel signals others (F_SETOWN, F_SETSIG), and without leases and watches. */
const uint32_t antrain_descriptor_commands[] = {
    F_ADD_SEALS, F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_GETFL, F_GETLK, F_GETOWN, F_GETPIPE_SZ, F_GET_SEALS, F_OFD_GETLK, F_OFD_SETLK,
    F_OFD_SETLKW, F_SETFD, F_SETLK, F_SETLKW, F_SETPIPE_SZ,
};

/* Without PR_SET_PDEATHSIG, by which it could outlive its host, and without PR_SET_DUMPABLE. */
const uint32_t antrain_process_controls[] = {
    PR_CAPBSET_READ, PR_GET_DUMPABLE, PR_GET_KEEPCAPS, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, PR_GET_PDEATHSIG, PR_GET_SECCOMP,
    PR_GET_TIMERSLACK, PR_SET_NAME, PR_SET_NO_NEW_PRIVS, 0x53564d41 /* PR_SET_VMA: names of memory areas */,
};

#define COUNT(list) (sizeof(list) / sizeof *(list))
const size_t antrain_common_control_count = COUNT(antrain_common_controls);
const size_t antrain_network_control_count = COUNT(antrain_network_controls);
const size_t antrain_program_control_count = COUNT(antrain_program_controls);
const size_t antrain_descriptor_command_count = COUNT(antrain_descriptor_commands);
const size_t antrain_process_control_count = COUNT(antrain_process_controls);
