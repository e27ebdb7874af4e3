import Foundation
public import Testing

/// A CalDAV server on this machine with a collection of tasks; it stops when this object is released.
public final class TaskServer {
    public enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        /// Requires a password.
        case radicale
        /// Accepts every user.
        case xandikos

        public var testDescription: String { rawValue }
    }

    /// The programs that the server and its phones need.
    public static let needs =
        TaskPhone.needs + [.python("radicale", in: "python3-radicale"), .program("xandikos"), .program("curl")]

    /// The user name; Xandikos ignores it.
    public static let user = "anna"
    /// The password; Xandikos ignores it.
    public static let password = "secret"

    /// The address of the collection.
    public let url: String
    /// The folder in which the server keeps the collection's objects as files.
    public let path: String
    private let folder: TemporaryFolder
    private let program: BackgroundProgram

    public init(_ kind: Kind) throws {
        folder = try TemporaryFolder()
        let started = try Self.start(kind, in: folder)
        program = started.program
        let home = "http://127.0.0.1:\(started.port)/anna/"
        switch kind {
        case .radicale:
            url = home + "training/"
            path = folder.path + "/collection-root/anna/training"
        case .xandikos:
            url = home + "calendars/training/"
            path = folder.path + "/anna/calendars/training"
        }
        try request("MKCALENDAR", "", "text/xml", Self.collection)
    }

    /// The body of the request that creates a collection for tasks only.
    private static let collection = """
        <?xml version="1.0"?>
        <C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
        <D:displayname>training</D:displayname>
        <C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>
        </D:prop></D:set></C:mkcalendar>

        """

    private static func start(_ kind: Kind, in folder: TemporaryFolder) throws -> (
        program: BackgroundProgram, port: Int
    ) {
        let words: [String]
        switch kind {
        case .radicale:
            let passwords = try folder.write("passwords", "\(user):\(password)\n")
            words = [
                "/usr/bin/python3", "-m", "radicale", "--config", "", "--hosts", "127.0.0.1:PORT", "--logging-level",
                "info",
                "--storage-filesystem-folder", folder.path, "--auth-type", "htpasswd", "--auth-htpasswd-filename",
                passwords,
                "--auth-htpasswd-encryption", "plain", "--auth-delay", "0",
            ]
        case .xandikos:
            words = [
                "/usr/bin/xandikos", "-d", folder.path, "--defaults", "--current-user-principal", "/anna/",
                "-l", "127.0.0.1", "-p", "PORT",
            ]
        }
        // Another program may bind the port before the server does.
        for attempt in 0..<5 {
            let log = folder.path + "/log-\(attempt)"
            let port = try freePort()
            let program = try BackgroundProgram(
                words[0],
                words.dropFirst().map { $0.replacing("PORT", with: "\(port)") },
                environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "PYTHONUNBUFFERED": "1"],
                log: log
            )
            func isReady() -> Bool {
                let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                return ["Radicale server ready", "Running on"].contains(where: text.contains)
            }
            _ = eventually(true) { isReady() || program.ending(within: 0) != nil }
            if isReady() { return (program, port) }
        }
        throw ProgramFailure(message: "\(kind) does not start: \((try? folder.read("log-4")) ?? "no log")")
    }

    /// Sends a request for the collection or an object in it.
    private func request(_ method: String, _ name: String, _ type: String, _ body: String) throws {
        let file = try folder.write("request", body)
        let done = try run(
            "/usr/bin/curl",
            [
                "-sSf", "-u", "\(Self.user):\(Self.password)", "-X", method, "-H", "Content-Type: \(type)",
                "--data-binary", "@" + file, url + name,
            ]
        )
        guard done.status == 0 else { throw ProgramFailure(message: "\(method) \(url)\(name): \(done)") }
    }

    /// Makes another collection beside the first one.
    public func make(_ name: String) throws { try request("MKCALENDAR", "../\(name)/", "text/xml", Self.collection) }

    /// Deletes an object, or the collection itself.
    public func delete(_ name: String) throws { try request("DELETE", name, "text/plain", "") }

    /// Stores an object.
    public func put(_ name: String, _ text: String) throws { try request("PUT", name, "text/calendar", text) }
}

/// A port on which nothing listens.
public func freePort() throws -> Int {
    let program = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
    let run = try run("/usr/bin/python3", ["-c", program])
    guard let port = Int(run.output.filter(\.isNumber)) else { throw ProgramFailure(message: run.errors) }
    return port
}
