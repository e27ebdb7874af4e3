import ArgumentParser
import CivilTime
import Files
import Foundation
@testable import Platform
import Session
import SystemPackage
import TestSupport
import Testing
@testable import antrain

/// Runs commands in this process with a handed clock, scripted answers and files that can be made to fail.
///
/// The end-to-end tests run the real binary; these tests cover what a terminal, an editor or a system program contributes.
final class CommandStage {
    /// What a command wrote, and its exit status.
    struct Run {
        let status: Platform.ExitStatus
        let output: String
        let messages: String
    }

    private let folder: TemporaryFolder
    private var clock: String
    private let direct = Written()
    /// The answers to questions, in order; nil without a terminal. An empty list answers like a closed input.
    var answers: [String]?
    /// The questions so far.
    private(set) var questions: [String] = []
    /// Runs before a question is answered, with the number of questions so far.
    var beforeAnswer: (Int) -> Void = { _ in }
    /// The countdowns so far, each with its label and seconds.
    private(set) var countdowns: [String] = []
    /// The seconds since the system started.
    var uptime: () -> Int = { 0 }
    /// The seconds after which the user stops a countdown.
    var patience = Int.max
    /// What the user types to stop the countdowns, in order.
    var typedDuringRests: [String] = []
    /// The number of questions so far that are not about loads.
    var questionsAboutReminders: Int { questions.filter { !$0.contains("Enter to skip") }.count }
    /// What a system program answers; nil if it is not installed.
    var system: (SystemCommand) -> SystemAnswer? = { _ in nil }
    /// What the editor does with the file; returns its exit code.
    var editor: (String) -> Int32 = { _ in 127 }
    /// Why files cannot be replaced; nil if they can.
    var replaceProblem: String?
    /// Whether a file that was replaced cannot be read anymore.
    var readingFailsAfterReplacing = false
    /// Why output cannot be written; nil if it can.
    var outputProblem: String?
    var columns = 80

    init(now: String = "2026-11-22T20:00") throws {
        folder = try TemporaryFolder()
        clock = now
    }

    /// The path of a file in the home folder.
    func path(_ name: String) -> String { name.isEmpty ? folder.path : folder.path + "/" + name }

    /// Writes a file in the home folder.
    func write(_ name: String, _ text: String) throws {
        let file = path(name)
        _ = try TemporaryFolder(path: (file as NSString).deletingLastPathComponent)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    func contents(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

    /// Runs a command line, later than the last one if `now` is given.
    func run(_ line: String, now: String? = nil) throws -> Run {
        if let now { clock = now }
        let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
        let command = try #require(Antrain.parse(words[...]) as? any AntrainCommand)
        let written = Written()
        let status = command.run(in: context(written, wantsJSON: Context.wantsJSON(words)))
        return Run(status: status, output: written.output, messages: written.messages)
    }

    /// The user's files, for use cases; what they print is in `written`.
    func workspace() throws -> Workspace {
        try Workspace(context(direct, wantsJSON: false), LaunchOptions())
    }

    /// What use cases printed.
    var written: String { direct.output + direct.messages }

    private func context(_ written: Written, wantsJSON: Bool) -> Context {
        var files = FileAccess.live
        if let replaceProblem {
            files.replace = { path, _ throws(FileProblem) in
                throw FileProblem(path: path, reason: replaceProblem, isMissing: false)
            }
        }
        if readingFailsAfterReplacing {
            var replaced: Set<FilePath> = []
            files.replace = { path, bytes throws(FileProblem) in
                try FileAccess.live.replace(path, bytes)
                replaced.insert(path)
            }
            files.readAtRest = { path, size in
                replaced.contains(path)
                    ? .failure(FileProblem(path: path, reason: "Input/output error", isMissing: false))
                    : FileAccess.live.readAtRest(path, size)
            }
        }
        let outputProblem = outputProblem
        return Context(
            output: Output(
                data: { text in
                    if outputProblem == nil { written.output += text }
                    return outputProblem
                },
                file: { text in
                    if outputProblem == nil { written.output += text }
                    return outputProblem
                },
                talk: { written.messages += $0 },
                talkJSON: { written.messages += $0 },
                loss: { outputProblem },
                isTerminal: answers != nil,
                isColored: false,
                talkIsColored: false,
                hasControllingTerminal: answers != nil,
                columns: columns
            ),
            environment: [
                "HOME": path(""), "TZ": "Europe/Berlin", "ANTRAIN_NOW": clock, "EDITOR": "edit", "USER": "me",
            ],
            workingDirectory: FilePath(path("")),
            clock: { [clock] zone throws(CommandError) in
                do { return try Instant(parsing: clock, in: zone) } catch {
                    fatalError("the test's time is wrong: \(error)")
                }
            },
            ask: answers == nil
                ? nil
                : { [self] question in
                    questions.append(question)
                    beforeAnswer(questions.count)
                    return answers?.isEmpty == false ? answers?.removeFirst() : nil
                },
            countDown: { [self] seconds, label, _ in
                countdowns.append("\(label.drop { $0 == " " }) \(seconds)")
                return (min(seconds, patience), typedDuringRests.isEmpty ? "" : typedDuringRests.removeFirst())
            },
            uptime: { [self] in uptime() },
            files: files,
            system: system,
            runsEditor: { [editor] _, file in editor(file.string) },
            processID: getpid(),
            userID: getuid(),
            executable: FilePath(BuildProducts.path("antrain")),
            wantsJSON: wantsJSON
        )
    }
}

/// What a command wrote so far.
private final class Written {
    var output = ""
    var messages = ""
}
