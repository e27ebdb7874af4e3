import Foundation
import TestSupport

/// A home with a real daemon, on the system clock, and a channel `answer` that logs its calls.
final class DaemonHome {
    let home: Home
    private(set) var daemon: BackgroundProgram?

    var folder: TemporaryFolder { home.folder }

    /// The plugin, built once: with and without `cancel`.
    static let libraries: [String: String] = {
        let folder = try! TemporaryFolder(path: TemporaryFolder.ofRun.path + "/daemon-tests")
        return Dictionary(
            uniqueKeysWithValues: ["cancel", "0"].map { cancel in
                let source = answeringPlugin.replacingOccurrences(of: "THE_CANCEL", with: cancel)
                return (cancel, try! compilePlugin(source, into: folder, name: "answer\(cancel)"))
            }
        )
    }()

    private let variables: [String: String]

    /// - Parameters:
    ///   - variables: environment variables to add or replace.
    ///   - plugin: another library for the channel.
    init(_ variables: [String: String] = [:], plugin: String? = nil) throws {
        home = try Home(now: "", zone: RealClock.noon)
        self.variables = variables
        try folder.write("run/.keep", "")
        try folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            channels: [answer]
            configure: {answer: {plugin: \(plugin ?? DaemonHome.libraries["cancel"] ?? ""), path: \(folder.path)}}

            """
        )
        _ = try run("/usr/bin/mkfifo", [folder.path + "/answers"])
        try antrain("plugin allow answer")
    }

    var environment: [String: String] {
        [
            "HOME": folder.path, "TZ": home.zone, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path + "/run",
        ].merging(variables) { $1 }
    }

    @discardableResult
    func antrain(_ line: String, now: String = "") throws -> Finished {
        try home.antrain(line, environment: environment.merging(["ANTRAIN_NOW": now]) { $1 })
    }

    /// Starts the daemon and waits until it is ready.
    func start(_ options: [String] = []) throws {
        let log = folder.path + "/daemon.log"
        daemon = try ServiceManager(in: folder).start(options, environment: environment, log: log)
    }

    /// The daemon's messages.
    var log: String { (try? folder.read("daemon.log")) ?? "" }

    func signal(_ number: Int32) {
        if let daemon { kill(daemon.process, number) }
    }

    /// Adds a reminder that is due in some seconds; the shortest span is a minute, so the command's clock is set a minute back.
    ///
    /// - Returns: its id.
    @discardableResult
    func remind(in seconds: Int) throws -> String {
        let added = try antrain("reminder add Tea --in 1m --json", now: RealClock.minuteBefore(seconds))
        let object = try JSONSerialization.jsonObject(with: Data(added.output.utf8)) as? [String: Any]
        guard let id = (object?["added"] as? [String])?.first else {
            throw ProgramFailure(message: added.output + added.errors)
        }
        return id
    }

    /// The deliveries: the plugin's process, the id, whether it may report answers, and the delay.
    var delivered: [[String]] { lines("delivered").map { $0.split(separator: " ").map(String.init) } }

    /// The retracted notifications.
    var cancelled: [String] { lines("cancelled") }

    /// How often the plugin was opened to deliver. It is opened once more a day, to ask whether it is ready.
    var opened: Int { lines("opened").count - 1 }

    func lines(_ file: String) -> [String] {
        ((try? folder.read(file)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Waits for a number of deliveries.
    func delivered(_ count: Int) -> [[String]] {
        _ = eventually(count, within: 60) { delivered.count }
        return delivered
    }

    func pending() throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(try antrain("pending --json").output.utf8))
        let all = (object as? [String: Any])?["notifications"] as? [[String: Any]] ?? []
        return all.compactMap { $0["id"] as? String }
    }
}
