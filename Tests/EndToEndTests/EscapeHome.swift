import Foundation
import TestSupport

/// The home of an ordinary user, in which antrain runs with a lowered Landlock version.
final class EscapeHome {
    let folder: TemporaryFolder
    let user = OrdinaryUser()
    /// The target of `/dev/log` in a private `/dev`; nil for the machine's `/dev`.
    var log: String?

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(".ssh/id", "secret\n", mode: 0o600)
        try folder.write(".config/antrain/settings.yaml", "enabled: off\n")
        for name in ["victim", "readable", "out"] { try folder.write(name, "\(name)\n") }
        try own()
    }

    /// Gives all files of the home to its user.
    func own() throws { try user.own(folder) }

    /// Sets a plugin up as the channel `escape`, with values in the settings.
    func install(_ source: String, values: String = "") throws {
        let library = try compilePlugin(source, into: folder, name: "escape")
        try folder.write(
            ".config/antrain/settings.yaml",
            "channels: [escape]\nconfigure: {escape: {plugin: \(library)\(values.isEmpty ? "" : ", " + values)}}\n"
        )
        try own()
    }

    var environment: [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "ANTRAIN_NOW": "2026-11-23T07:30",
            "XDG_RUNTIME_DIR": folder.path + "/run",
        ]
    }

    /// Runs antrain as the user.
    ///
    /// - Parameters:
    ///   - line: the command, split at spaces.
    ///   - level: the highest Landlock version to use; nil for the kernel's.
    ///   - extra: additional environment variables.
    ///   - starter: a program with arguments that starts antrain.
    @discardableResult
    func antrain(_ line: String, level: Int?, _ extra: [String: String] = [:], by starter: [String] = []) throws
        -> Finished
    {
        var environment = environment.merging(extra) { $1 }
        if let level { environment["ANTRAIN_LANDLOCK"] = "\(level)" }
        return try asUser(
            starter + [BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init),
            environment
        )
    }

    private func asUser(_ words: [String], _ environment: [String: String]) throws -> Finished {
        var all = user.words(words)
        if let log { all = try withDevices(log: log, all) }
        return try run(all[0], Array(all.dropFirst()), environment: environment, in: folder.path)
    }

    /// The command prefix for a program that may mount; an unprivileged user needs a user namespace for that.
    private static let namespace =
        ["/usr/bin/unshare", "--mount", "--propagation", "private"]
        + (geteuid() == 0 ? [] : ["--map-current-user", "--keep-caps"])

    /// The command line that runs a program with a `/dev` in which `log` is a link, as under systemd.
    private func withDevices(log: String, _ words: [String]) throws -> [String] {
        let script = """
            set -e; new=$1; log=$2; shift 2
            mount -t tmpfs none "$new"
            for name in null zero full random urandom tty; do touch "$new/$name"; mount --bind /dev/$name "$new/$name"; done
            mkdir "$new/pts"; mount --rbind /dev/pts "$new/pts"
            ln -s "$log" "$new/log"
            mount --rbind "$new" /dev
            exec setpriv --inh-caps=-all --ambient-caps=-all "$@"
            """
        let new = folder.path + "/dev"
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
        return EscapeHome.namespace + ["/bin/sh", "-c", script, "sh", new, log] + words
    }

    /// Runs a program as the user in the background.
    func background(_ words: [String]) throws -> BackgroundProgram {
        let all = user.words(words)
        return try BackgroundProgram(all[0], Array(all.dropFirst()), environment: environment)
    }

    /// The names of the plugin's successful attempts; the others were refused.
    ///
    /// - Throws: if the plugin did not finish.
    func got(level: Int?, of attempts: [EscapeAttempt]) throws -> Set<String> {
        let run = try antrain("plugin test escape --message go", level: level)
        let lines = run.output.split(separator: "\n").map(String.init)
        let told = Dictionary(
            lines.compactMap { line -> (String, String)? in
                guard let range = line.range(of: ": ", options: .backwards) else { return nil }
                let name = line[..<range.lowerBound]
                return name.hasPrefix("escape: ")
                    ? (String(name.dropFirst("escape: ".count)), String(line[range.upperBound...])) : nil
            }
        ) { $1 }
        guard attempts.allSatisfy({ told[$0.name] != nil }), run.status == 0 else {
            throw ProgramFailure(message: "the plugin did not finish: \(run.output) \(run.errors)")
        }
        return Set(attempts.map(\.name).filter { told[$0] == "GOT" })
    }
}
