extension EscapeAttempt {
    /// Changes of modes, owners, times and attributes, which Landlock does not restrict.
    static let attributes = [
        EscapeAttempt("chmod", "return chmod(H \"/.ssh/id\", 0666) == 0;"),
        EscapeAttempt("fchmodat", "return syscall(SYS_fchmodat, AT_FDCWD, H \"/.ssh/id\", 0666) == 0;"),
        EscapeAttempt("fchmodat2", "return syscall(452, AT_FDCWD, H \"/.ssh/id\", 0666, 0) == 0;"),
        EscapeAttempt("fchmod", "return fchmod(open(H \"/readable\", O_RDONLY), 0666) == 0;"),
        EscapeAttempt("chown", "return chown(H \"/.ssh/id\", getuid(), getgid()) == 0;"),
        EscapeAttempt("fchown", "return fchown(open(H \"/readable\", O_RDONLY), getuid(), getgid()) == 0;"),
        EscapeAttempt("utimensat", "return utimensat(AT_FDCWD, H \"/.ssh/id\", NULL, 0) == 0;"),
        EscapeAttempt("utimes", "return utimes(H \"/.ssh/id\", NULL) == 0;"),
        EscapeAttempt("setxattr", "return setxattr(H \"/.ssh/id\", \"user.x\", \"y\", 1, 0) == 0;"),
        EscapeAttempt(
            "fsetxattr",
            "return fsetxattr(open(H \"/readable\", O_RDONLY), \"user.x\", \"y\", 1, 0) == 0;"
        ),
        EscapeAttempt(
            "file flags",
            "int x = 0x40; return ioctl(open(H \"/readable\", O_RDONLY), 0x40086602, &x) == 0;"
        ),
    ]

    /// File operations: some that only Landlock prevents, and some that no plugin may do to any file.
    static let files = [
        EscapeAttempt("ssh key", from: 1, "return opens(H \"/.ssh/id\", O_RDONLY);"),
        EscapeAttempt("ledger", from: 1, "return opens(H \"/.local/share/antrain/ledger.sqlite\", O_RDONLY);"),
        EscapeAttempt("writing settings", from: 1, "return opens(H \"/.config/antrain/settings.yaml\", O_WRONLY);"),
        EscapeAttempt("new file", from: 1, "return opens(H \"/planted\", O_WRONLY | O_CREAT);"),
        EscapeAttempt("listing the home", from: 1, "return opendir(H) != NULL;"),
        EscapeAttempt("file without a name", "return opens(\"/tmp\", O_TMPFILE | O_RDWR);"),
        EscapeAttempt(
            "space beyond a file's size",
            "return fallocate(open(H \"/out\", O_RDWR), FALLOC_FL_KEEP_SIZE, 0, 512 << 20) == 0;"
        ),
        EscapeAttempt("truncate", "return truncate(H \"/victim\", 0) == 0;"),
        EscapeAttempt("truncate for reading", "return opens(H \"/readable\", O_RDONLY | O_TRUNC);"),
        EscapeAttempt("fourth access mode", "return opens(H \"/readable\", 3);"),
        EscapeAttempt("unlink", "return unlink(H \"/victim\") == 0;"),
        EscapeAttempt("rename", "return rename(H \"/victim\", H \"/taken\") == 0;"),
        EscapeAttempt("link", "return link(H \"/.ssh/id\", H \"/taken\") == 0;"),
        EscapeAttempt("symlink", "return symlink(H \"/.ssh\", H \"/taken\") == 0;"),
        EscapeAttempt("mkdir", "return mkdir(H \"/taken\", 0700) == 0;"),
        EscapeAttempt("fifo", "return mknod(H \"/taken\", S_IFIFO | 0600, 0) == 0;"),
        EscapeAttempt("inotify", "return inotify_add_watch(inotify_init1(0), H \"/.ssh\", IN_ACCESS) >= 0;"),
        EscapeAttempt("fanotify", "return syscall(SYS_fanotify_init, 0x200, 0) >= 0;"),
        EscapeAttempt("dnotify", "return fcntl(open(\"/usr\", O_RDONLY), 1026, 1) == 0;"),
        EscapeAttempt("lease", "return fcntl(open(H \"/readable\", O_RDONLY), 1024, F_RDLCK) == 0;"),
        EscapeAttempt("/proc/self/net", from: 1, "return opens(\"/proc/self/net/unix\", O_RDONLY);"),
        EscapeAttempt(
            "/proc of a thread",
            from: 1,
            "char p[64]; sprintf(p, \"/proc/self/task/%d/net/tcp\", (int)syscall(SYS_gettid)); return opens(p, O_RDONLY);"
        ),
        EscapeAttempt("file handles", "return syscall(SYS_open_by_handle_at, AT_FDCWD, H, 0) >= 0 || errno == EFAULT;"),
    ]

    /// Attacks on other processes, above all the host.
    static let processes = [
        EscapeAttempt("host's memory", "return of_parent(\"mem\", O_RDWR);"),
        EscapeAttempt("host's environment", "return of_parent(\"environ\", O_RDONLY);"),
        EscapeAttempt("host's descriptors", "return of_parent(\"fd/0\", O_RDONLY);"),
        EscapeAttempt(
            "process_vm_readv",
            "char c; struct iovec v = { &c, 1 }; return syscall(SYS_process_vm_readv, getppid(), &v, 1, &v, 1, 0) == 1;"
        ),
        EscapeAttempt("ptrace", "return ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0;"),
        EscapeAttempt("pidfd", "return syscall(434, getppid(), 0) >= 0;"),
        EscapeAttempt("signal to the host", "return kill(getppid(), 0) == 0;"),
        EscapeAttempt("signal to everybody", "return kill(-1, 0) == 0;"),
        EscapeAttempt("signal to a thread", "return syscall(SYS_tkill, getppid(), 0) == 0;"),
        EscapeAttempt(
            "signal by a descriptor",
            "int p[2]; return pipe(p) == 0 && fcntl(p[0], F_SETOWN, getppid()) == 0;"
        ),
        EscapeAttempt(
            "signals when input arrives",
            "int p[2]; return pipe(p) == 0 && fcntl(p[0], F_SETFL, O_ASYNC) == 0;"
        ),
        EscapeAttempt(
            "timer that continues a stopped process",
            """
            struct sigevent e = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT };
            timer_t t;
            return timer_create(CLOCK_MONOTONIC, &e, &t) == 0;
            """
        ),
        EscapeAttempt("nice of the host", "return setpriority(PRIO_PROCESS, getppid(), 10) == 0;"),
        EscapeAttempt(
            "scheduler of the host",
            "struct sched_param s = { 0 }; return sched_setscheduler(getppid(), SCHED_IDLE, &s) == 0;"
        ),
        EscapeAttempt(
            "processors of the host",
            "cpu_set_t s; sched_getaffinity(0, sizeof s, &s); return sched_setaffinity(getppid(), sizeof s, &s) == 0;"
        ),
        EscapeAttempt("disk priority of the host", "return syscall(SYS_ioprio_set, 1, getppid(), 3 << 13) == 0;"),
        EscapeAttempt("limits of the host", "return prlimit(getppid(), RLIMIT_NOFILE, NULL, NULL) == 0;"),
        EscapeAttempt("outliving the host", "return prctl(PR_SET_PDEATHSIG, 0) == 0;"),
        EscapeAttempt("being dumpable", "return prctl(PR_SET_DUMPABLE, 1) == 0;"),
        EscapeAttempt("fork", "pid_t p = fork(); if (p == 0) _exit(0); return p > 0;"),
        EscapeAttempt("clone3", "return syscall(435, NULL, 0) >= 0 || errno == EINVAL;"),
        EscapeAttempt(
            "thread with its own descriptors",
            "static char s[65536]; return clone(idle, s + sizeof s, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, NULL) > 0;"
        ),
        EscapeAttempt("execve", "char *a[] = { \"/bin/true\", NULL }; return execv(a[0], a) != 0 && errno != EPERM;"),
        EscapeAttempt("own session", "return setsid() >= 0;"),
        EscapeAttempt("own process group", "return setpgid(0, 0) == 0;"),
        EscapeAttempt("user namespace", "return unshare(CLONE_NEWUSER) == 0;"),
        EscapeAttempt("io_uring", "return syscall(425, 4, NULL) >= 0 || errno == EFAULT;"),
        EscapeAttempt("userfaultfd", "return syscall(SYS_userfaultfd, 1) >= 0;"),
        EscapeAttempt("bpf", "return syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno != EPERM;"),
        EscapeAttempt("keyring", "return syscall(SYS_keyctl, 0, -3, 1) >= 0;"),
        EscapeAttempt("unknown call", "return syscall(1000) >= 0 || errno != EPERM;"),
        EscapeAttempt("terminal input", "char c = 'x'; return ioctl(0, TIOCSTI, &c) == 0 || errno != EPERM;"),
    ]

    /// Shared memory and messages, sockets, and resources that no process limit counts.
    static let channels = [
        EscapeAttempt("SysV memory", "return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0;"),
        EscapeAttempt("SysV messages", "return msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0;"),
        EscapeAttempt("SysV semaphores", "return semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) >= 0;"),
        EscapeAttempt(
            "POSIX queues",
            "return mq_open(\"/antrain-escape\", O_RDWR | O_CREAT, 0600, NULL) != (mqd_t)-1;"
        ),
        EscapeAttempt("mq_unlink", "return mq_unlink(\"/antrain-none\") == 0 || errno == ENOENT;"),
        EscapeAttempt("memfd", "return memfd_create(\"x\", 0) >= 0;"),
        EscapeAttempt("datagram pair", "int p[2]; return socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0;"),
        EscapeAttempt("other socket", "return connects(SOCK_STREAM, H \"/other\");"),
        EscapeAttempt("internet", "return socket(AF_INET, SOCK_STREAM, 0) >= 0;"),
        EscapeAttempt("netlink", "return socket(AF_NETLINK, SOCK_RAW, 0) >= 0;"),
        EscapeAttempt("kernel ciphers", "return socket(38, SOCK_SEQPACKET, 0) >= 0;"),
    ]

    /// More threads than a plugin may have.
    static let threads = EscapeAttempt(
        "threads",
        """
        int count = 0;
        pthread_attr_t a;
        pthread_attr_init(&a);
        pthread_attr_setstacksize(&a, 16384);
        static pthread_t all[3000];
        while (count < 3000 && pthread_create(&all[count], &a, linger, NULL) == 0) count++;
        int code = errno;
        over = 1;
        for (int i = 0; i < count; i++) pthread_join(all[i], NULL);
        errno = code ? code : EAGAIN;
        return count > 1100;
        """
    )

    /// The attempts of a plugin without needs.
    static let withoutNeeds = attributes + files + processes + channels

    /// The attempts of a plugin that may start programs.
    static let withPrograms =
        attributes + [
            EscapeAttempt("signal to the host", from: 6, "return kill(getppid(), 0) == 0;"),
            EscapeAttempt(
                "child of the host",
                "long p = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0); if (p == 0) _exit(0); return p > 0;"
            ),
            EscapeAttempt("chmod(1)", "return system(\"chmod 666 \" H \"/.ssh/id 2>&-\") == 0;"),
            EscapeAttempt("ln(1)", "return system(\"ln -s \" H \"/.ssh \" H \"/taken 2>&-\") == 0;"),
            EscapeAttempt("cat(1)", from: 1, "return system(\"cat < \" H \"/.ssh/id > /dev/null 2>&-\") == 0;"),
            EscapeAttempt("setsid(1)", "return system(\"setsid true 2>&-\") == 0 && setsid() >= 0;"),
            EscapeAttempt("program's host memory", "return of_parent(\"mem\", O_RDWR);"),
            EscapeAttempt("user namespace", "return system(\"unshare -U true 2>&-\") == 0;"),
            EscapeAttempt("socket", "return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;"),
            EscapeAttempt("outliving the host", "return prctl(PR_SET_PDEATHSIG, 0) == 0;"),
            EscapeAttempt("scheduler of the host", "return setpriority(PRIO_PROCESS, getppid(), 10) == 0;"),
        ]

    /// The attempts of a plugin with the network.
    static let withNetwork = [
        EscapeAttempt("datagram pair", "int p[2]; return socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0;"),
        EscapeAttempt("UNIX socket", "return socket(AF_UNIX, SOCK_DGRAM, 0) >= 0;"),
        EscapeAttempt("waiting for others", "return listen(socket(AF_INET, SOCK_STREAM, 0), 1) == 0;"),
        EscapeAttempt("raw packets", "return socket(AF_PACKET, SOCK_RAW, 0) >= 0;"),
        EscapeAttempt("kernel events", "return socket(AF_NETLINK, SOCK_RAW, 15) >= 0;"),
    ]
}
