import Foundation
import TestSupport
import Testing

/// Third-party plugins: in C with syslog(3), and in Go. An unprivileged user builds, checks, allows and uses them.
@Suite struct ForeignPluginTests {
    /// The home of a user who has just installed antrain.
    private func newHome() throws -> EscapeHome {
        let home = try EscapeHome()
        try FileManager.default.removeItem(atPath: home.folder.path + "/.config")
        return home
    }

    /// Allows the library as the channel `mine`, and delivers a reminder through it.
    private func deliver(_ home: EscapeHome, _ library: String, values: String = "") throws {
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\nchannels: [mine]\nconfigure: {mine: {plugin: \(library)\(values)}}\n"
        )
        try home.own()
        let allowed = try home.antrain("plugin allow mine", level: nil)
        #expect(allowed.status == 0, "\(allowed)")
        #expect(try home.antrain("reminder add Tea --in 10m", level: nil).status == 0)
        let delivered = try home.antrain("schedule-next", level: nil, ["ANTRAIN_NOW": "2026-11-23T07:40"])
        #expect(delivered.status == 0 && delivered.errors.isEmpty, "\(delivered)")
        let history = try home.antrain("history --json", level: nil).output
        #expect(history.contains("\"state\" : \"delivered\""), "\(history)")
    }

    /// The problems that `plugin check` found.
    private func findings(_ run: Finished) throws -> [String: String] {
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let checks = try #require(report["checks"] as? [[String: Any]])
        return checks.reduce(into: [:]) { found, check in
            guard let name = check["id"] as? String, let verdict = check["verdict"] as? String else { return }
            if verdict != "ok" { found[name] = verdict }
        }
    }

    // MARK: syslog

    @Test(.requires(.mounts))
    func aPluginCanWriteToTheSystemLog() throws {
        let home = try newHome()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/syslog.c", encoding: .utf8)
        let library = try compilePlugin(source, into: home.folder, name: "syslog")
        try home.own()
        let socket = home.folder.path + "/log"
        let server = try home.background(["/usr/bin/python3", "-c", Self.listener, socket])
        #expect(try server.nextLine() == "ready")
        home.log = socket
        let check = try home.antrain("plugin check \(library) --run --json --deliveries 5", level: nil)
        #expect(check.status == 0, "\(check)")
        #expect(try findings(check) == [:])
        #expect(try server.nextLine().contains("antrain["))
        try deliver(home, library, values: ", tag: gym")
        var line = try server.nextLine()
        while !line.contains(" gym[") { line = try server.nextLine() }
        // user.notice
        #expect(line.hasPrefix("<13>") && line.contains("]: Tea: "), "\(line)")
    }

    @Test(.requires(.mounts))
    func withoutASystemLogThePluginIsNotReady() throws {
        let home = try EscapeHome()
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/syslog.c", encoding: .utf8)
        try home.install(source)
        home.log = home.folder.path + "/no-such-socket"
        try home.antrain("plugin allow escape", level: nil)
        let run = try home.antrain("plugin test escape --message Tea", level: nil)
        let reason = "/dev/log: No such file or directory; start a log daemon"
        #expect(run.status == 75 && run.errors.contains(reason), "\(run)")
    }

    private static let listener = """
        import socket, sys
        log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        log.bind(sys.argv[1])
        print("ready", flush=True)
        while True:
            # Nobody reads this until the check is over: it must fit into the pipe.
            print(log.recv(200000)[:200].decode(errors="replace").replace("\\n", " "), flush=True)
        """

    // MARK: Go

    /// Builds the example in a folder that is kept, so that Go compiles its standard library once.
    private static func buildExample(into library: String) throws -> Finished {
        let folder = BuildProducts.package + "Plugins/Examples/go"
        let own = ProcessInfo.processInfo.environment
        return try run(
            "/usr/bin/env",
            [
                "go", "build", "-buildmode=c-shared", "-ldflags", "-extldflags=-Wl,--version-script=plugin.map", "-o",
                library, ".",
            ],
            environment: [
                "PATH": own["PATH", default: "/usr/bin:/bin"], "HOME": BuildProducts.package + ".build/go",
                "GOCACHE": BuildProducts.package + ".build/go/cache", "GOTOOLCHAIN": "local",
                "GOFLAGS": "-buildvcs=false",
                "CGO_ENABLED": "1", "CGO_CFLAGS": "-I\(BuildProducts.package)Sources/Delivery/AntrainPluginABI/include",
            ],
            in: folder
        )
    }

    @Test(.requires(.soak, .program("go", in: "golang-go")))
    func aPluginInGoConforms() throws {
        let home = try newHome()
        let library = home.folder.path + "/libgofile.so"
        let built = try Self.buildExample(into: library)
        try #require(built.status == 0, "\(built.errors)")
        try home.own()
        let check = try home.antrain("plugin check \(library) --run --json --set path=~/checked.txt", level: nil)
        #expect(check.status == 0, "\(check)")
        // Go's runtime keeps its threads, the objects on which they wait, and its signal handlers until the process exits.
        let found = try findings(check)
        #expect(Set(found.keys).isSubset(of: ["left-behind", "signals"]), "\(found)")
        #expect(found.values.allSatisfy { $0 == "warning" }, "\(found)")
        try deliver(home, library, values: ", path: ~/gym.txt")
        #expect(try home.folder.read("gym.txt").hasPrefix("Tea: "))
    }
}
