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
        let refused = [
            EscapeAttempt("other", "return connects(SOCK_STREAM, H \"/run/bus\");"),
            EscapeAttempt("datagrams", "return connects(SOCK_DGRAM, H \"/otherlog\");"),
        ]
        try home.install(
            source(
                works + refused,
                home,
                needs: "ANTRAIN_NEED_SOCKETS | ANTRAIN_NEED_NETWORK",
                sockets: [home.folder.path + "/other"]
            )
        )
        try home.antrain("plugin allow escape", level: nil)
        #expect(try home.got(level: nil, of: works + refused) == ["named", "internet"])
        #expect(try server.nextLine() == "other hello")
    }

    @Test(arguments: ["$XDG_RUNTIME_DIR/bus", "$XDG_RUNTIME_DIR/systemd/private", "/run/docker.sock", "~/x/../y"])
    func someSocketsAreNeverAllowed(socket: String) throws {
        let home = try EscapeHome()
        try home.install(source([.none], home, needs: "ANTRAIN_NEED_SOCKETS", sockets: [socket]))
        let allowed = try home.antrain("plugin allow escape", level: nil)
        #expect(allowed.status == 69 && allowed.errors.contains("the socket '\(socket)'"), "\(allowed.errors)")
    }
}
