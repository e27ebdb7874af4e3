import Foundation
import TestSupport
import Testing

/// A home in which everything is in order, with its own crontab and service manager.
final class DoctorHome {
    let home: Home
    /// Environment variables to add or replace.
    var variables: [String: String] = [:]
    /// Whether permissions matter, which root may ignore.
    var isOrdinaryUser = false
    var folder: TemporaryFolder { home.folder }
    var path: String { folder.path }

    static let settings = ".config/antrain/settings.yaml"
    static let data = ".local/share/antrain"
    static let ledger = data + "/ledger.sqlite"

    static let program = """
        antrain: 1
        id: mine
        name: Mine
        days: {a: {name: A, exercises: [{exercise: Squat, sets: 3x5}]}}
        schedule: {mode: cycle, cycle: [a]}

        """

    /// A finding, as in the JSON.
    struct Finding {
        let code: String
        let severity: String
        let text: String
        let fix: String
        let isFixable: Bool
        let path: String
        let line: Int?
    }

    init() throws {
        home = try Home()
        try folder.write("bin/crontab", "#!/bin/sh\n\(CronHome.program)\n", mode: 0o755)
        try folder.write(
            "bin/systemctl",
            "#!/bin/sh\ncd \"${0%/*}/..\"\n[ -f units ] || { echo 'Failed to connect to bus' >&2; exit 1; }\nexec /bin/cat units\n",
            mode: 0o755
        )
        try write("tab", "* * * * * \(BuildProducts.path("antrain")) schedule-next\n")
        try write("mine.yaml", Self.program)
        try write(Self.settings, "enabled: on\ntime: 07:30\nchannels: [log]\n")
        for line in ["program activate mine.yaml", "schedule-next"] {
            let run = try antrain(line)
            #expect(run.status == 0, "\(line): \(run)")
        }
    }

    func write(_ file: String, _ text: String) throws { try folder.write(file, text) }

    func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(file)") }

    func chmod(_ file: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(file)")
    }

    func mode(_ file: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.posixPermissions] as? Int
    }

    /// Changes the ledger with sqlite3(1).
    func sql(_ statement: String) throws {
        let done = try run("/usr/bin/sqlite3", ["\(path)/\(Self.ledger)", statement])
        #expect(done.status == 0, "\(done)")
    }

    @discardableResult
    func antrain(_ line: String) throws -> Finished {
        let environment = ["PATH": path + "/bin", "LOGNAME": "me"].merging(variables) { $1 }
        guard isOrdinaryUser else { return try home.antrain(line, environment: environment) }
        let user = OrdinaryUser()
        try user.own(folder)
        let words = user.words([BuildProducts.path("antrain")] + line.split(separator: " ").map(String.init))
        return try run(
            words[0],
            Array(words.dropFirst()),
            environment: home.environment.merging(environment) { $1 },
            in: path
        )
    }

    /// The findings of `antrain doctor`, without those about the kernel that the test runs on, and the exit code.
    func findings(of command: String = "doctor", _ options: String = "") throws -> (
        findings: [Finding], status: Int32
    ) {
        let run = try antrain("\(command) --json \(options)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let checks = object?["checks"] as? [[String: Any]] ?? []
        #expect(run.errors.isEmpty && checks.count >= (command == "doctor" ? 14 : 6), "\(run)")
        let all = checks.flatMap { $0["findings"] as? [[String: Any]] ?? [] }.map { finding in
            func text(_ key: String) -> String { finding[key] as? String ?? "" }
            return Finding(
                code: text("code"),
                severity: text("severity"),
                text: text("text"),
                fix: text("fix"),
                isFixable: finding["fixable"] as? Bool ?? false,
                path: text("path"),
                line: finding["line"] as? Int
            )
        }
        return (all.filter { $0.code != "sandbox-weak" || variables["ANTRAIN_LANDLOCK"] != nil }, run.status)
    }

    /// Applies the fix of a finding: `--fix` of the command that found it, or the command after the last colon of its text.
    func solve(_ finding: Finding, of command: String = "doctor") throws {
        if finding.isFixable {
            try antrain("\(command) --fix")
            return
        }
        let line = finding.fix.components(separatedBy: ": ").last?.components(separatedBy: " (")[0] ?? ""
        let folder = (BuildProducts.path("antrain") as NSString).deletingLastPathComponent
        let environment = home.environment.merging(variables) { $1 }.merging([
            "PATH": "\(path)/bin:\(folder):/usr/bin:/bin", "LOGNAME": "me",
        ]) { $1 }
        let done = try run("/bin/sh", ["-c", line], environment: environment, in: path)
        #expect(done.status == 0, "\(line): \(done)")
    }

    /// Every file and folder with its mode and contents.
    func snapshot() throws -> [String: String] {
        var result: [String: String] = [:]
        let files = FileManager.default.enumerator(atPath: path)
        while let name = files?.nextObject() as? String {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            let type = facts[.type] as? FileAttributeType
            let contents = type == .typeRegular ? FileManager.default.contents(atPath: "\(path)/\(name)") : nil
            result[name] = "\(type?.rawValue ?? "") \(facts[.posixPermissions] ?? "") \(contents?.hashValue ?? 0)"
        }
        return result
    }
}
