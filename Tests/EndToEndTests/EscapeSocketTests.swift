import Foundation
import TestSupport
import Testing

/// Plugins can connect to the UNIX sockets that they declare, or to the session bus, and to no others.
@Suite struct EscapeSocketTests {
    /// Listens on sockets and prints a line for everything that it receives.
    private func server(_ home: EscapeHome) throws -> BackgroundProgram {
        let script = try home.folder.write(
            "serve.py",
            """
            import os, select, socket, sys
            open_ones = {}
            for kind, path in (word.split("=", 1) for word in sys.argv[1:]):
                one = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM if kind == "dgram" else socket.SOCK_STREAM)
                one.bind("\\0" + path[1:] if path[0] == "@" else path)
                if kind != "dgram": one.listen(100)
                open_ones[one] = (kind, os.path.basename(path))
            print("ready", flush=True)
            while True:
                for one in select.select(list(open_ones), [], [])[0]:
                    kind, name = open_ones[one]
                    if kind == "dgram":
                        print(name, one.recv(100).decode(), flush=True)
                    else:
                        connection = one.accept()[0]
                        print(name, connection.recv(100).decode(), flush=True)
                        connection.close()
            """
        )
        try FileManager.default.createDirectory(atPath: home.folder.path + "/run", withIntermediateDirectories: true)
        try home.own()
        let path = home.folder.path
        let program = try home.background(
            [
                "/usr/bin/python3", script, "dgram=\(path)/log", "dgram=\(path)/otherlog", "stream=\(path)/run/bus",
                "stream=\(path)/other", "stream=@antrain-escape-\(path)",
            ]
        )
        #expect(try program.nextLine() == "ready")
        return program
    }

    private let others = [
        EscapeAttempt("other stream", "return connects(SOCK_STREAM, H \"/other\");"),
        EscapeAttempt("other datagrams", "return connects(SOCK_DGRAM, H \"/otherlog\");"),
        EscapeAttempt(
            "addressed datagram",
            "struct sockaddr_un a = at(H \"/otherlog\"); int s = socket(AF_UNIX, SOCK_DGRAM, 0); return sendto(s, \"x\", 1, 0, (void *)&a, sizeof a) == 1;"
        ),
        EscapeAttempt(
            "addressed message",
            """
            struct sockaddr_un a = at(H "/otherlog"), known = at(H "/log");
            struct iovec v = { "x", 1 };
            struct msghdr m = { .msg_name = &a, .msg_namelen = sizeof a, .msg_iov = &v, .msg_iovlen = 1 };
            int s = socket(AF_UNIX, SOCK_DGRAM, 0);
            connect(s, (void *)&known, sizeof known);
            return sendmsg(s, &m, 0) == 1;
            """
        ),
        EscapeAttempt("datagram pair", "int p[2]; return socketpair(AF_UNIX, SOCK_DGRAM, 0, p) == 0;"),
        EscapeAttempt(
            "abstract socket",
            "struct sockaddr_un a = { .sun_family = AF_UNIX }; snprintf(a.sun_path + 1, 100, \"antrain-escape-%s\", H); return connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&a, 2 + 1 + strlen(a.sun_path + 1)) == 0;"
        ),
        EscapeAttempt("internet", "return socket(AF_INET, SOCK_STREAM, 0) >= 0;"),
        EscapeAttempt(
            "address that changes",
            """
            static struct sockaddr_un a;
            a = at(H "/log");
            pthread_t t;
            over = 0;
            if (pthread_create(&t, NULL, flip, &a) != 0) return 0;
            int got = 0;
            for (int i = 0; i < 2000; i++) {
                int s = socket(AF_UNIX, i % 2 ? SOCK_STREAM : SOCK_DGRAM, 0);
                struct sockaddr_un peer = { 0 };
                socklen_t length = sizeof peer;
                if (connect(s, (void *)&a, sizeof a) == 0 && getpeername(s, (void *)&peer, &length) == 0)
                    got |= strcmp(peer.sun_path, H "/log") != 0 && strcmp(peer.sun_path, H "/run/bus") != 0;
                close(s);
            }
            over = 1;
            pthread_join(t, NULL);
            return got;
            """
        ),
    ]

    private func source(_ attempts: [EscapeAttempt], _ home: EscapeHome, needs: String, sockets: [String] = [])
        -> String
    {
        EscapePlugin.source(attempts, home: home.folder.path, needs: needs, sockets: sockets).replacingOccurrences(
            of: "static int attempt0(void)",
            with: """
                static __attribute__((unused)) void *flip(void *x) {
                    struct sockaddr_un *a = x, one = at(H "/other"), two = at(H "/log");
                    while (!over) { memcpy(a, &one, sizeof one); memcpy(a, &two, sizeof two); }
                    return x;
                }
                static int attempt0(void)
                """
        )
    }

    @Test(arguments: EscapeTests.levels)
    func declaredSocketsCanBeConnected(level: Int?) throws {
        let home = try EscapeHome()
        let server = try server(home)
        let works = EscapeAttempt("log", "return sends(SOCK_DGRAM, H \"/log\", \"hello\");")
        try home.install(
            source([works] + others, home, needs: "ANTRAIN_NEED_SOCKETS", sockets: [home.folder.path + "/log"])
        )
        let allowed = try home.antrain("plugin allow escape", level: level)
        #expect(allowed.errors.contains("connecting to the socket \(home.folder.path)/log"), "\(allowed.errors)")
        #expect(try home.got(level: level, of: [works] + others) == ["log"])
        #expect(try server.nextLine() == "log hello")
    }

    /// A socket from the channel's values, with the socket type that the plugin asks for.
    @Test func socketsInSettingsCanBeConnected() throws {
        let home = try EscapeHome()
        let server = try server(home)
        let works = EscapeAttempt("named", "return sends(SOCK_STREAM, H \"/other\", \"hello\");")
        try home.install(source([works], home, needs: "ANTRAIN_NEED_SOCKETS"), values: "socket: ~/other")
        try home.antrain("plugin allow escape", level: nil)
        #expect(try home.got(level: nil, of: [works]) == ["named"])
        #expect(try server.nextLine() == "other hello")
    }

    @Test(arguments: EscapeTests.levels)
    func theDesktopNeedAllowsOnlyTheSessionBus(level: Int?) throws {
        let home = try EscapeHome()
        let server = try server(home)
        try home.folder.write("run/systemd/user/kept", "")
        try home.own()
        let works = [
            EscapeAttempt("bus", "return sends(SOCK_STREAM, H \"/run/bus\", \"hello\");"),
            EscapeAttempt("own folder", "return opens(H \"/run/antrain/x\", O_WRONLY | O_CREAT);"),
        ]
        let more = [
            EscapeAttempt("units", from: 1, "return opens(H \"/run/systemd/user/x.service\", O_WRONLY | O_CREAT);"),
            EscapeAttempt("datagram socket", "return socket(AF_UNIX, SOCK_DGRAM, 0) >= 0;"),
        ]
        let all = works + others + more
        try home.install(source(all, home, needs: "ANTRAIN_NEED_DESKTOP"))
        let allowed = try home.antrain("plugin allow escape", level: level)
        #expect(allowed.errors.contains("through which it can ask other programs to act for you"), "\(allowed.errors)")
        #expect(
            try home.got(level: level, of: all)
                == Set(works.map(\.name) + (level == 0 ? ["units"] : []))
        )
        #expect(try server.nextLine() == "bus hello")
    }

    /// With the network allowed, both kinds of connections work, and other UNIX sockets still cannot be reached.
    @Test func socketsAndTheNetworkCanBeCombined() throws {
        let home = try EscapeHome()
        let server = try server(home)
        let works = [
            EscapeAttempt("named", "return sends(SOCK_STREAM, H \"/other\", \"hello\");"),
            EscapeAttempt(
                "internet",
                "struct { uint16_t f; uint16_t p; uint32_t a; char z[8]; } a = { AF_INET, 0x0900, 0x0100007f, { 0 } }; return connect(socket(AF_INET, SOCK_DGRAM, 0), (void *)&a, 16) == 0;"
            ),
        ]
        let packets = EscapeAttempt(
            "packets of others",
            """
            struct { uint16_t f; uint16_t p; uint32_t a; char z[8]; } a = { AF_INET, 0, 0x0100007f, { 0 } };
            socklen_t length = sizeof a;
            char c;
            int s = socket(AF_INET, SOCK_DGRAM, 0), other = socket(AF_INET, SOCK_DGRAM, 0);
            return bind(s, (void *)&a, sizeof a) == 0 && getsockname(s, (void *)&a, &length) == 0
                && sendto(other, "x", 1, 0, (void *)&a, sizeof a) == 1 && recvfrom(s, &c, 1, 0, NULL, NULL) == 1;
            """
        )
        let refused = [
            EscapeAttempt("other", "return connects(SOCK_STREAM, H \"/run/bus\");"),
            EscapeAttempt("datagrams", "return connects(SOCK_DGRAM, H \"/otherlog\");"),
        ]
        try home.install(
            source(
                works + [packets] + refused,
                home,
                needs: "ANTRAIN_NEED_SOCKETS | ANTRAIN_NEED_NETWORK",
                sockets: [home.folder.path + "/other"]
            )
        )
        try home.antrain("plugin allow escape", level: nil)
        let got = try home.got(level: nil, of: works + [packets] + refused)
        #expect(got == ["named", "internet", "packets of others"])
        #expect(try server.nextLine() == "other hello")
    }

    /// Sockets through which a program can run anything or use keys, under any name. `ID` is the user's number.
    @Test(arguments: [
        "$XDG_RUNTIME_DIR/bus", "$XDG_RUNTIME_DIR/systemd/private", "/run/user/ID/bus", "/run/user/ID/systemd/private",
        "~/run/bus", "~/alias/bus", "~/alias/systemd/private", "~/twin", "$XDG_RUNTIME_DIR/wayland-0",
        "$XDG_RUNTIME_DIR/wayland-7", "$XDG_RUNTIME_DIR/podman/podman.sock", "$XDG_RUNTIME_DIR/docker.sock",
        "/run/docker.sock", "/run/podman/podman.sock", "/tmp/tmux-ID/default", "~/tmux", "~/agent", "/tmp/.X11-unix/X0",
        "/proc/self/fd/3", "~/x/../y", "$XDG_RUNTIME_DIR/pipewire-0", "/run/user/ID/nvim.1.0", "~/run/kwallet5.socket",
        "/tmp/emacsID/server", "/run/k3s/containerd/containerd.sock", "/run/buildkit/buildkitd.sock",
        "/run/cri-dockerd.sock", "/var/snap/lxd/common/lxd/unix.socket", "~/.colima/default/docker.sock",
        "~/.rd/docker.sock", "~/.1password/agent.sock",
    ])
    func someSocketsAreNeverAllowed(socket: String) throws {
        let home = try EscapeHome()
        let server = try server(home)
        defer { withExtendedLifetime(server) {} }
        let files = FileManager.default
        try files.createDirectory(atPath: home.folder.path + "/run/systemd", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: home.folder.path + "/alias", withDestinationPath: "run")
        try files.linkItem(atPath: home.folder.path + "/run/bus", toPath: home.folder.path + "/twin")
        let declared = socket.replacing("ID", with: String(home.user.number))
        try home.install(source([.none], home, needs: "ANTRAIN_NEED_SOCKETS", sockets: [declared]))
        let variables = [
            "WAYLAND_DISPLAY": "wayland-7", "SSH_AUTH_SOCK": home.folder.path + "/agent",
            "TMUX": home.folder.path + "/tmux,1,0",
        ]
        let allowed = try home.antrain("plugin allow escape", level: nil, variables)
        #expect(allowed.status == 69 && allowed.errors.contains("the socket '\(declared)'"), "\(allowed.errors)")
    }

    /// The folder of the session does not depend on the variable that names it.
    @Test(arguments: [nil, "/nonexistent"] as [String?])
    func theSessionsSocketsAreKnownWithoutTheVariable(runtime: String?) throws {
        let home = try EscapeHome()
        let socket = "/run/user/\(home.user.number)/systemd/private"
        try home.install(source([.none], home, needs: "ANTRAIN_NEED_SOCKETS", sockets: [socket]))
        let allowed = try home.antrain("plugin allow escape", level: nil, ["XDG_RUNTIME_DIR": runtime ?? ""])
        #expect(allowed.status == 69 && allowed.errors.contains("the socket '\(socket)'"), "\(allowed.errors)")
    }

    /// A link that appears after the user allowed the plugin.
    @Test(arguments: EscapeTests.levels)
    func aNameThatLaterLeadsToTheSessionIsRefused(level: Int?) throws {
        let home = try EscapeHome()
        let server = try server(home)
        defer { withExtendedLifetime(server) {} }
        let attempt = EscapeAttempt("bus", "return connects(SOCK_STREAM, H \"/later/bus\");")
        try home.install(
            source([attempt], home, needs: "ANTRAIN_NEED_SOCKETS", sockets: [home.folder.path + "/later/bus"])
        )
        #expect(try home.antrain("plugin allow escape", level: level).status == 0)
        try FileManager.default.createSymbolicLink(atPath: home.folder.path + "/later", withDestinationPath: "run")
        #expect(try home.got(level: level, of: [attempt]) == [])
    }

    /// Where a plugin may write, it could give the session's sockets the name of its own.
    @Test(arguments: EscapeTests.levels)
    func noSocketIsInAFolderInWhichThePluginMayWrite(level: Int?) throws {
        let home = try EscapeHome()
        try home.folder.write("own/systemd/kept", "")
        try FileManager.default.createSymbolicLink(atPath: home.folder.path + "/f", withDestinationPath: "own")
        try home.own()
        let socket = home.folder.path + "/own/x/private"
        let why = "the socket '\(socket)' is in a folder in which the plugin may write"
        let swap = EscapeAttempt(
            "swap",
            "return rename(H \"/own/systemd\", H \"/own/x\") == 0;"
        )
        func install(paths: [String], values: String = "") throws {
            try home.install(
                EscapePlugin.source(
                    [swap],
                    home: home.folder.path,
                    needs: "ANTRAIN_NEED_SOCKETS",
                    paths: paths,
                    sockets: [socket]
                ),
                values: values
            )
        }
        try install(paths: ["~/own/x/"])
        let declared = try home.antrain("plugin allow escape", level: level)
        #expect(declared.status == 69 && declared.errors.contains(why), "\(declared.errors)")
        try install(paths: [], values: "folder: ~/f/")
        #expect(try home.antrain("plugin allow escape", level: level).status == 0)
        let named = try home.antrain("plugin test escape", level: level)
        #expect(named.status == 75 && named.errors.contains(why) && !named.output.contains("GOT"), "\(named)")
    }

    /// The guard connects to the socket that it found when the plugin started, even if another one has its name now. Without
    /// Landlock, a plugin can swap names.
    @Test func aSwappedNameLeadsToTheSameSocket() throws {
        let home = try EscapeHome()
        let server = try server(home)
        let swap = EscapeAttempt(
            "swap",
            """
            return rename(H "/other", H "/moved") == 0 && rename(H "/run/bus", H "/other") == 0
                && sends(SOCK_STREAM, H "/other", "hello");
            """
        )
        try home.folder.write("a/kept", "")
        try home.install(
            source([swap], home, needs: "ANTRAIN_NEED_SOCKETS"),
            values: "socket: ~/other, folder: ~/a/"
        )
        try home.antrain("plugin allow escape", level: 0)
        #expect(try home.got(level: 0, of: [swap]) == ["swap"])
        #expect(try server.nextLine() == "other hello")
    }

    /// A service whose queue is full keeps the guard from none of its tasks.
    @Test func aFullQueueDoesNotStopTheGuard() throws {
        let home = try EscapeHome()
        let script =
            "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(0); print('ready', flush=True); time.sleep(600)"
        let server = try home.background(["/usr/bin/python3", "-c", script, home.folder.path + "/full"])
        #expect(try server.nextLine() == "ready")
        let attempt = EscapeAttempt(
            "stall",
            """
            int refused = 0, waited = 0;
            for (int i = 0; i < 5; i++) {
                struct timespec before, after;
                clock_gettime(CLOCK_MONOTONIC, &before);
                const int got = connects(SOCK_STREAM, H "/full");
                clock_gettime(CLOCK_MONOTONIC, &after);
                if (got) continue;
                if (errno != EAGAIN) return 1;
                refused++;
                waited += after.tv_sec - before.tv_sec >= 4;
            }
            return refused == 0 || waited == refused;
            """
        )
        try home.install(source([attempt], home, needs: "ANTRAIN_NEED_SOCKETS"), values: "socket: ~/full")
        try home.antrain("plugin allow escape", level: nil)
        #expect(try home.got(level: nil, of: [attempt]) == [])
    }

    /// As in containers whose manager handles some system calls: only one program can receive a process's system calls.
    @Test func anotherReceiverOfSystemCallsIsReported() throws {
        let home = try EscapeHome()
        let program = home.folder.path + "/receiver"
        let source = try home.folder.write(
            "receiver.c",
            """
            #include <linux/filter.h>
            #include <linux/seccomp.h>
            #include <stddef.h>
            #include <sys/prctl.h>
            #include <sys/syscall.h>
            #include <sys/wait.h>
            #include <unistd.h>
            int main(int count, char **words) {
                struct sock_filter code[] = {
                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_acct, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
                struct sock_fprog filter = { 4, code };
                if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 1;
                if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter) < 0) return 1;
                int status = 1;
                pid_t child = fork();
                if (child == 0) { execv(words[1], words + 1); _exit(1); }
                waitpid(child, &status, 0);
                return WEXITSTATUS(status);
            }
            """
        )
        #expect(try run("/usr/bin/env", ["cc", "-o", program, source]).status == 0)
        try home.install(self.source([.none], home, needs: "ANTRAIN_NEED_SOCKETS"), values: "socket: ~/other")
        #expect(try home.antrain("plugin allow escape", level: nil, by: [program]).status == 0)
        let tested = try home.antrain("plugin test escape", level: nil, by: [program])
        #expect(
            tested.status == 75 && tested.errors.contains("another program, such as a container manager"),
            "\(tested)"
        )
    }
}
