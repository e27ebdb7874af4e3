import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// A collection on a real CalDAV server behind a proxy that can break responses, and the plugin that keeps tasks in it.
final class CollectionStage {
    private let home: TemporaryFolder
    let server: TaskServer
    private let proxy: BackgroundProgram
    private let port: String
    /// The present, in seconds since 1970.
    var now: Int64 = 1_795_374_000
    var values: [(String, String)]

    init(_ kind: TaskServer.Kind) throws {
        home = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: home.path + "/.local/state/antrain/tasks",
            withIntermediateDirectories: true
        )
        server = try TaskServer(kind)
        let upstream = try #require(URL(string: server.url))
        try home.write("rules", "{}")
        proxy = try BackgroundProgram(
            "/usr/bin/python3",
            [
                BuildProducts.package + "Tests/TasksPluginTests/fault_proxy.py", home.path + "/port",
                home.path + "/rules", home.path + "/requests", "\(try #require(upstream.port))",
            ],
            environment: ["PATH": "/usr/bin:/bin"],
            log: home.path + "/log"
        )
        let file = home.path + "/port"
        #expect(eventually(true) { (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("\n") ?? false })
        port = try home.read("port").trimmingCharacters(in: .newlines)
        values = [
            ("url", "http://127.0.0.1:\(port)\(upstream.path)/"), ("user", TaskServer.user),
            ("password", TaskServer.password),
        ]
    }

    /// The address of the server without a path.
    var root: String { "http://127.0.0.1:\(port)/" }

    /// Breaks the responses to some methods from now on; see `fault_proxy.py`.
    func breakAnswers(_ faults: [String: String]) throws {
        let text = try String(decoding: JSONEncoder().encode(faults), as: UTF8.self)
        try home.write("rules.new", text)
        guard rename(home.path + "/rules.new", home.path + "/rules") == 0 else {
            throw ProgramFailure(message: "cannot rename")
        }
    }

    /// The requests since the last call: method and condition.
    func requests() throws -> [String] {
        guard let text = try? home.read("requests") else { return [] }
        try home.write("requests", "")
        return text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return words[2] == "-" ? String(words[0]) : "\(words[0]) \(words[2].prefix { $0 != "=" })"
        }
    }

    /// Starts the plugin in a new process.
    func start() throws -> RunnerConversation {
        let environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin"]
        return try RunnerConversation(with: "tasks", values: values, in: environment) { load in
            load.now = now
            load.landlock = 1
            load.needs = 1
            let path = home.path + "/.local/state/antrain/tasks/"
            load.places = [WirePlace(path: path, chosen: UInt32(path.utf8.count))]
        }
    }

    func ask(_ message: HostMessage) throws -> RunnerMessage { try start().ask(message) }

    /// Simulates a run in one process: lists the tasks, collects the answers, and makes the changes.
    @discardableResult
    func run(_ changes: HostMessage...) throws -> [RunnerMessage] {
        let runner = try start()
        return try ([.list, .collect] + changes).map { try runner.ask($0) }
    }

    /// Collects the answers more than five minutes later, when the server is asked again.
    func answers() throws -> [WireAnswer] {
        now += 301
        let runner = try start()
        guard case .held = try runner.ask(.list), case .answers(let answers, _) = try runner.ask(.collect) else {
            throw ProgramFailure(message: "no answers")
        }
        return answers
    }

    /// Removes what the plugin remembers of the tasks and the collection, or only of the collection.
    func forget(keepingRecords: Bool = false) throws {
        let path = home.path + "/.local/state/antrain/tasks"
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: path + "/" + name + (keepingRecords ? "/collection" : ""))
        }
    }

    /// Replaces what a regular expression matches in the plugin's mirror of the collection.
    func editMirror(_ old: String, _ new: String) throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: home.path + "/.local/state/antrain/tasks")
        let file = ".local/state/antrain/tasks/\(try #require(folders.first))/collection"
        let text = try home.read(file)
        let edited = text.replacing(try Regex(old), with: new)
        try #require(edited != text)
        try home.write(file, edited)
    }

    // MARK: The collection

    /// The names and texts of the objects on the server.
    var objects: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: server.path).filter { $0.hasSuffix(".ics") }
            return try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, try String(contentsOfFile: server.path + "/" + $0, encoding: .utf8))
                }
            )
        }
    }

    /// The only object.
    var task: (name: String, text: String) {
        get throws {
            let objects = try objects
            try #require(objects.count == 1, "\(objects.keys)")
            let (name, text) = try #require(objects.first)
            // Servers fold lines in different ways.
            return (name, text.replacing("\r\n", with: "\n").replacing("\n ", with: ""))
        }
    }

    /// Changes the only object through the server, as a phone does.
    func edit(_ change: (String) -> String) throws {
        let (name, text) = try task
        try server.put(name, change(text).replacing("\n", with: "\r\n"))
    }

    func tick(at time: String = "20261123T071500Z") throws {
        try edit { $0.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\nCOMPLETED:\(time)") }
    }
}
