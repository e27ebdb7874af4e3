import Foundation
import Testing

/// A phone: a folder that vdirsyncer synchronizes with antrain's folder of tasks, and that todoman shows and edits.
///
/// The command lines' settings are in the phone's own home.
public struct TaskPhone: Sendable {
    /// The programs that a phone consists of.
    public static let needs: [Requirement] = [
        .program("todoman"), .program("vdirsyncer"), .program("faketime"),
        .python("icalendar", in: "python3-icalendar"),
    ]

    private let home: TemporaryFolder
    private let zone: String
    /// The folder of the phone's tasks.
    public var path: String { home.path + "/lists/training" }

    /// - Parameters:
    ///   - folder: antrain's folder, whose name is `training`.
    ///   - zone: the phone's time zone.
    public init(with folder: String, zone: String = "Europe/Berlin") throws {
        let outer = (folder as NSString).deletingLastPathComponent
        try self.init("type = \"filesystem\"\npath = \"\(outer)\"\nfileext = \".ics\"", "[\"training\"]", zone)
    }

    /// A phone that synchronizes with a server.
    public init(with server: TaskServer, zone: String = "Europe/Berlin") throws {
        let account = "username = \"\(TaskServer.user)\"\npassword = \"\(TaskServer.password)\""
        try self.init("type = \"caldav\"\nurl = \"\(server.url)\"\n\(account)", "null", zone)
    }

    /// - Parameters:
    ///   - storage: the vdirsyncer settings for the folder or server.
    ///   - collections: the names of the collections; `null` if the storage is a single collection.
    private init(_ storage: String, _ collections: String, _ zone: String) throws {
        home = try TemporaryFolder()
        self.zone = zone
        let lists = home.path + "/lists" + (collections == "null" ? "/training" : "")
        try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: true)
        try home.write(
            ".config/vdirsyncer/config",
            """
            [general]
            status_path = "\(home.path)/status"
            [pair both]
            a = "a"
            b = "b"
            collections = \(collections)
            conflict_resolution = "b wins"
            [storage a]
            \(storage)
            [storage b]
            type = "filesystem"
            path = "\(lists)"
            fileext = ".ics"

            """
        )
        try home.write(
            "todoman.py",
            """
            path = "\(home.path)/lists/*"
            date_format = "%Y-%m-%d"
            time_format = "%H:%M"
            default_list = "training"
            cache_path = "\(home.path)/cache.sqlite3"

            """
        )
        _ = try program("/bin/sh", ["-c", "yes | /usr/bin/vdirsyncer discover"])
    }

    @discardableResult
    private func program(_ path: String, _ arguments: [String], editor: String = "") throws -> String {
        let environment = [
            "HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": zone, "EDITOR": editor,
            "TODOMAN_CONFIG": home.path + "/todoman.py",
        ]
        let done = try run(path, arguments, environment: environment, in: home.path)
        guard done.status == 0 else { throw ProgramFailure(message: "\(path) \(arguments): \(done)") }
        return done.output
    }

    /// Synchronizes the phone with antrain's folder.
    public func synchronize() throws { try program("/usr/bin/vdirsyncer", ["sync"]) }

    /// A task in todoman's list.
    public struct Task: Decodable, Sendable, Hashable {
        public let id: Int
        public let summary: String
        public let description: String
        /// In seconds since 1970.
        public let due: Int64?
        public let completed: Bool
    }

    /// All tasks, by their time.
    public func tasks() throws -> [Task] {
        let output = try program("/usr/bin/todoman", ["--porcelain", "list", "--status", "ANY"])
        return try JSONDecoder().decode([Task].self, from: Data(output.utf8)).sorted { ($0.due ?? 0) < ($1.due ?? 0) }
    }

    /// Runs todoman at a time of the phone's clock.
    ///
    /// - Parameters:
    ///   - arguments: such as `done 1`.
    ///   - time: such as `2026-11-23 08:15:00`.
    ///   - editor: the command that changes the task's text, for `edit --raw`.
    public func todoman(_ arguments: [String], at time: String, editor: String = "") throws {
        try program("/usr/bin/faketime", [time, "/usr/bin/todoman"] + arguments, editor: editor)
    }

    /// The moments of the alarms in a folder of tasks that are not done, in seconds since 1970, as the package icalendar reads them.
    public static func alarms(in folder: String) throws -> [Int64] {
        let script = """
            import os, sys
            from icalendar import Calendar
            for name in os.listdir(sys.argv[1]):
                if not name.endswith(".ics"): continue
                for task in Calendar.from_ical(open(os.path.join(sys.argv[1], name), "rb").read()).walk("VTODO"):
                    assert "RRULE" not in task
                    if task.get("STATUS") != "NEEDS-ACTION": continue
                    for alarm in task.walk("VALARM"): print(int(alarm["TRIGGER"].dt.timestamp()))
            """
        let done = try run("/usr/bin/python3", ["-c", script, folder])
        guard done.status == 0 else { throw ProgramFailure(message: done.errors) }
        return done.output.split(separator: "\n").compactMap { Int64($0) }.sorted()
    }
}
