import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// A folder of tasks, and the plugin that keeps it, in a process of its own for each planning run.
final class TaskStage {
    let home: TemporaryFolder
    /// The folder of tasks.
    let path: String
    /// The present, in seconds since 1970; at first, Sunday 2026-11-22, 20:00 in Berlin.
    var now: Int64 = 1_795_374_000
    var deleted = "ignore"

    /// - Parameter name: the path of the folder of tasks.
    init(named name: String = "tasks") throws {
        home = try TemporaryFolder()
        path = home.path + "/" + name
        for folder in [path, home.path + "/.local/state/antrain/tasks"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// Starts the plugin.
    func start() throws -> RunnerConversation {
        let environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin"]
        let values = [("folder", path), ("deleted", deleted)]
        return try RunnerConversation(with: "tasks", values: values, in: environment) { load in
            load.now = now
            load.landlock = 1
            load.places = [path + "/", home.path + "/.local/state/antrain/tasks/"].map {
                WirePlace(path: $0, chosen: UInt32($0.utf8.count))
            }
        }
    }

    func ask(_ message: HostMessage) throws -> RunnerMessage { try start().ask(message) }

    func schedule(_ notifications: WireNotification...) throws {
        let runner = try start()
        for notification in notifications { #expect(try runner.ask(.schedule(notification)) == .done) }
    }

    /// The keys and times of the tasks that the plugin says it holds.
    func held() throws -> [String: Int64] {
        guard case .held(let entries) = try ask(.list) else { return [:] }
        return Dictionary(entries.map { ($0.key, $0.instant) }) { first, _ in first }
    }

    func answers() throws -> [WireAnswer] {
        let answer = try ask(.collect)
        guard case .answers(let answers, _) = answer else { throw ProgramFailure(message: "\(answer)") }
        return answers
    }

    @discardableResult
    func settle(_ answer: WireAnswer, isRecorded: Bool = true, _ text: String = "") throws -> RunnerMessage {
        try ask(.settle(WireSettlement(id: answer.id, isRecorded: isRecorded, text: text)))
    }

    // MARK: The folder

    /// The files that are not hidden.
    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted() }
    }

    /// The text of the only task.
    var task: String {
        get throws {
            let files = try files
            try #require(files.count == 1, "\(files)")
            return try home.read("tasks/" + files[0])
        }
    }

    /// Changes the only task, as another program does.
    func edit(_ change: (String) throws -> String) throws {
        let file = try #require(try files.first)
        try home.write("tasks/" + file, try change(try home.read("tasks/" + file)))
    }

    /// Ticks the only task.
    func tick(at time: String = "20261123T071500Z", more: String = "") throws {
        try edit { text in
            text.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\r\nCOMPLETED:\(time)\(more)")
        }
    }

    func remove() throws { for file in try files { try FileManager.default.removeItem(atPath: path + "/" + file) } }

    /// A task as the package icalendar reads it.
    struct Read: Decodable, Hashable {
        let uid, key, summary, description, url, due, status: String
        let repeats: Bool
        let alarms: [String]
    }

    func read() throws -> [Read] {
        let script = BuildProducts.package + "Tests/TasksPluginTests/read_tasks.py"
        let run = try run("/usr/bin/python3", [script, path])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode([Read].self, from: Data(run.output.utf8))
    }
}

/// The reminder of a workout at 07:30 in Berlin.
///
/// - Parameter day: the day of November 2026.
func workout(_ day: Int = 23, body: String = "Today: Push Day\nSquat 5×5, Row 5×5", more: String = "")
    -> WireNotification
{
    var notification = WireNotification()
    notification.id = "workout/2026-11-\(day)/0730\(more)"
    notification.key = "4f3a09c1.\(day)\(more.filter { $0 != "/" }).phone"
    notification.category = "workout"
    notification.title = "Workout Time!"
    notification.body = body
    notification.date = "2026-11-\(day)"
    notification.zone = "Europe/Berlin"
    notification.link = "antrain://\(notification.id)"
    notification.utcOffsetSeconds = 3600
    notification.instant = 1_795_415_400 + Int64(day - 23) * 86_400
    notification.expires = notification.instant + 4 * 3600
    notification.actions = ["start", "done", "snooze", "skip"].map {
        WireNotification.Action(id: $0, label: $0, command: "antrain \($0)")
    }
    return notification
}
