import Foundation
import Testing

/// An ntfy server with a topic for reminders and one for answers, which everyone may write and only its token may read.
///
/// It is a server of the tests, written from ntfy's documentation, or a real one whose address and access token are in
/// `ANTRAIN_NTFY_URL` and `ANTRAIN_NTFY_TOKEN`; see `.ci/check-ntfy`.
public final class NtfyServer {
    /// The address of a real server; nil for that of the tests.
    public static let real = ProcessInfo.processInfo.environment["ANTRAIN_NTFY_URL"].flatMap { $0.isEmpty ? nil : $0 }

    public let url: String
    public let token: String
    public let topic: String
    public let answers: String
    private var process: Process?
    private var input: FileHandle?

    public init() throws {
        let name = "antrain-test-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        (topic, answers) = (name, name + "-answers")
        if let real = NtfyServer.real {
            url = real
            token = ProcessInfo.processInfo.environment["ANTRAIN_NTFY_TOKEN"] ?? ""
            return
        }
        token = "tk_" + String(repeating: "7", count: 29)
        let (input, output) = (try ProgramPipe(), try ProgramPipe())
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [BuildProducts.package + "Tests/TestSupport/ntfy_server.py", token]
        process.standardInput = input.reading
        process.standardOutput = output.writing
        try ProgramPipe.withoutNewPipes { try process.run() }
        try input.reading.close()
        try output.writing.close()
        (self.process, self.input) = (process, input.writing)
        var line = Data()
        while !line.contains(0x0A) {
            let more = output.reading.availableData
            if more.isEmpty { break }
            line += more
        }
        let port = String(decoding: line, as: UTF8.self).filter(\.isNumber)
        url = "http://127.0.0.1:\(port)"
        if port.isEmpty { throw ProgramFailure(message: "the ntfy server of the tests does not start") }
    }

    deinit { stop() }

    /// Ends the server of the tests.
    public func stop() {
        try? input?.close()
        process?.waitUntilExit()
        (process, input) = (nil, nil)
    }

    /// Sends a request as any program could, without the token unless it is given.
    @discardableResult
    public func request(_ method: String, _ url: String, body: String = "", token: String = "") throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write("body", body)
        let words = token.isEmpty ? [] : ["-H", "Authorization: Bearer \(token)"]
        let sent = body.isEmpty ? [] : ["--data-binary", "@" + file]
        let done = try run("/usr/bin/curl", ["-sS", "-m", "30", "-X", method] + words + sent + [url])
        guard done.status == 0 else { throw ProgramFailure(message: "\(method) \(url): \(done.errors)") }
        return done.output
    }

    /// The messages of a topic that the server keeps.
    public func messages(of topic: String) throws -> [[String: Any]] {
        try request("GET", "\(url)/\(topic)/json?poll=1", token: token).split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// The last reminder.
    public func reminder() throws -> [String: Any] {
        try #require(try messages(of: topic).last { $0["event"] as? String == "message" }, "no message came")
    }

    /// The buttons of a message for answers by the names of their actions.
    public func buttons(_ message: [String: Any]) -> [String: [String: Any]] {
        let all = (message["actions"] as? [[String: Any]] ?? []).filter { $0["action"] as? String == "http" }
        let named = all.map { (($0["body"] as? String ?? "").prefix { $0 != " " }, $0) }
        return Dictionary(named.map { (String($0), $1) }) { $1 }
    }

    /// The text that a button sends.
    public func text(_ action: String, of message: [String: Any]) throws -> String {
        try #require(buttons(message)[action]?["body"] as? String, "no button for \(action)")
    }

    /// Taps a button, as a phone does.
    public func tap(_ action: String, of message: [String: Any]) throws {
        let button = try #require(buttons(message)[action], "no button for \(action): \(message)")
        let (method, address) = (button["method"] as? String, button["url"] as? String)
        try request(try #require(method), try #require(address), body: try text(action, of: message))
    }

    // MARK: The server of the tests only

    /// Changes the server, and returns the requests that it has received since the last change.
    @discardableResult
    public func control(_ command: [String: Any]) throws -> [[String: Any]] {
        let body = try JSONSerialization.data(withJSONObject: command.merging(["forgets": true]) { $1 })
        let text = try request("POST", "\(url)/_test", body: String(decoding: body, as: UTF8.self))
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return object?["requests"] as? [[String: Any]] ?? []
    }

    /// Makes requests for messages fail; nil to answer them again.
    public func fail(_ fault: [String: Any]?) throws {
        let fault = fault?.merging(["path": "/\(answers)/json"]) { first, _ in first }
        try control(["set": ["fault": fault as Any? ?? NSNull()]])
    }
}
