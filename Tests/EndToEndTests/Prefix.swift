import Foundation
import TestSupport

/// An installation in a temporary folder, with the log plugin recorded, and a home.
final class Prefix {
    let home: Home
    let path: String

    init() throws {
        home = try Home()
        path = home.folder.path + "/prefix"
        for (file, place) in [
            ("antrain", "bin/antrain"), ("antrain-plugin-runner", "libexec/antrain/antrain-plugin-runner"),
            ("libantrain-log.so", "lib/antrain/plugins/libantrain-log.so"),
        ] {
            let target = "\(path)/\(place)"
            _ = try TemporaryFolder(path: (target as NSString).deletingLastPathComponent)
            try TemporaryFolder.copyExecutables(BuildProducts.ownPath(file), to: target)
        }
        try home.folder.write("prefix/libexec/antrain/plugins.sha256", try digests(["libantrain-log.so"]))
    }

    /// The list of shipped plugins in the format of sha256sum(1).
    func digests(_ files: [String]) throws -> String {
        try run("/usr/bin/env", ["sha256sum"] + files, in: "\(path)/lib/antrain/plugins").output
    }

    func antrain(_ line: String, now: String = "2026-11-22T20:00") throws -> Finished {
        try run(
            "\(path)/bin/antrain",
            line.split(separator: " ").map(String.init),
            environment: [
                "HOME": home.folder.path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": now, "PATH": "/usr/bin:/bin",
                "COLUMNS": "300",
            ],
            in: home.folder.path
        )
    }

    /// Turns reminders on, on some channels; one is due at 07:30.
    func activate(_ channels: String) throws {
        let stray = channels.contains("stray") ? "configure: {stray: {path: \(home.folder.path)/stray.txt}}\n" : ""
        try home.folder.write(
            ".config/antrain/settings.yaml",
            "enabled: on\ntime: 07:30\nchannels: [\(channels)]\n\(stray)"
        )
        _ = try antrain("reminder add Water --at 07:30")
    }

    var log: String? { try? home.folder.read(".local/state/antrain/notifications.log") }
}
