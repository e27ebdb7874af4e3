import Foundation
import TestSupport

/// The `--json` output of every command, in many states and in one language.
final class JSONOutputs {
    struct Document {
        /// The state of the home and the command line, without `--json`.
        let name: String
        let line: String
        /// The output, with `/HOME` for the home folder.
        let text: String
        let errors: String
        let status: Int32

        /// The error on the last line of standard error, with `/HOME` for the home folder; nil if there is none.
        var error: String? { errors.split(separator: "\n").last { $0.hasPrefix("{") }.map(String.init) }
    }

    private let locale: String
    var state = ""
    private(set) var documents: [Document] = []

    private typealias Outputs = @Sendable (JSONOutputs) -> () throws -> Void

    private static let homes: [Outputs] = [
        emptyHome, activeHome, endedHome, editedPrograms, progress, answers, reportedAnswers, failures, limitedChannel,
        habit, evidence,
        missedWorkout,
        failedWorkout,
        correctedClock, compactedHistory, crontab, triggers, damagedLedger, backups, machines, plugins, files,
        exercises,
        brokenHome,
    ]

    /// The outputs in three locales, in two of them a part in `make test`; each is collected once.
    static let english = Result { try JSONOutputs("en_GB.UTF-8").documents }
    private static let german = Result { try JSONOutputs("de_DE.UTF-8", Share.of(homes, 5, "homes")).documents }
    private static let turkish = Result { try JSONOutputs("tr_TR.UTF-8", Share.of(homes, 5, "homes")).documents }

    /// The languages that are compared with English, a part of them in `make test`.
    static let languages = Share.of(["de", "tr"], 1, "languages")

    /// The outputs in one of `languages`.
    static func of(_ language: String) throws -> [Document] { try (language == "de" ? german : turkish).get() }

    /// A plugin that does not ship with antrain, built once.
    static let library = Result {
        let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/json-tests")
        let source = try String(contentsOfFile: BuildProducts.package + "Plugins/Examples/file.c", encoding: .utf8)
        return try compilePlugin(source, into: folder, name: "desk")
    }

    private init(_ locale: String, _ homes: [Outputs] = homes) throws {
        self.locale = locale
        for home in homes { try home(self)() }
    }

    /// Runs a command and keeps its output.
    func run(_ home: Home, _ line: String, _ extra: [String: String] = [:], input: String? = nil) throws {
        try run(home, line.split(separator: " ").map(String.init), extra, input: input)
    }

    func run(_ home: Home, _ arguments: [String], _ extra: [String: String] = [:], input: String? = nil) throws {
        let environment = ["LC_ALL": locale].merging(extra) { $1 }
        let finished = try home.antrain(arguments: arguments + ["--json"], environment: environment, input: input)
        let line = arguments.joined(separator: " ").replacing(home.folder.path, with: "HOME")
        documents.append(
            Document(
                name: "\(state): antrain \(line)",
                line: line,
                // The digest of a unit depends on the home folder.
                text: finished.output.replacing(home.folder.path, with: "/HOME")
                    .replacing(/lines below: [0-9a-f]{64}/, with: "lines below: …"),
                errors: finished.errors.replacing(home.folder.path, with: "/HOME"),
                status: finished.status
            )
        )
    }

    /// An empty home, optionally with settings.
    func home(_ state: String, now: String = "2026-11-22T20:00", _ settings: String? = nil) throws -> Home {
        self.state = state
        let home = try Home(now: now)
        if let settings { try home.folder.write(".config/antrain/settings.yaml", settings) }
        return home
    }
}
