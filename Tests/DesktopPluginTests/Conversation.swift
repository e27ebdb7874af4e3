@testable import Delivery
import Foundation
import RunnerProtocol
import SystemPackage
import TestSupport

/// Talks to a listening runner over its own protocol, as the daemon does.
final class Conversation {
    private let process: RunnerProcess
    private var frames = FrameBuffer()

    init(with plugin: String, values: [(String, String)] = [], listens: Bool, in environment: [String: String]) throws {
        let library = BuildProducts.path("libantrain-\(plugin).so")
        process = try RunnerProcess.start(
            FilePath(BuildProducts.path("antrain-plugin-runner")),
            try PluginImage.read(FilePath(library)),
            environment: environment.map { "\($0.key)=\($0.value)" }
        ).get()
        var load = WireLoad(path: library)
        load.listens = listens
        load.needs = 8  // ANTRAIN_NEED_DESKTOP
        load.sockets = SessionBusAddress.sockets(in: environment).map {
            WirePlace(path: $0, chosen: UInt32($0.utf8.count))
        }
        guard case .confined = try ask(.load(load)), case .loaded = try next() else {
            throw ProgramFailure(message: "it was not loaded")
        }
        let opened = try ask(.open(values.map { WirePair(key: $0.0, value: $0.1) }))
        guard opened == .done else { throw ProgramFailure(message: "\(opened)") }
    }

    /// Sends a message and returns the answer.
    func ask(_ message: HostMessage) throws -> RunnerMessage {
        try say(message)
        return try next()
    }

    func say(_ message: HostMessage) throws {
        let frame = try message.frame
        guard send(process.socket, frame, frame.count, Int32(MSG_NOSIGNAL)) == frame.count else {
            throw ProgramFailure(message: "the runner is gone")
        }
    }

    /// Runs a closure while the runner is stopped, as on a busy machine.
    func paused(_ body: () throws -> Void) rethrows {
        kill(process.process, SIGSTOP)
        defer { kill(process.process, SIGCONT) }
        try body()
    }

    /// The runner's next message; waits at most a minute.
    func next() throws -> RunnerMessage {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let frame = try frames.next() { return try RunnerMessage(frame: frame) }
            var watched = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 60_000) > 0 else { throw ProgramFailure(message: "the runner says nothing") }
            let count = read(process.socket, &chunk, chunk.count)
            guard count > 0 else { throw ProgramFailure(message: "the runner is gone") }
            frames.append(chunk[..<count])
        }
    }
}

extension Conversation {
    /// The action and the notification of the only answer that the runner reports, which is then settled.
    func nextAnswer() throws -> [String] {
        guard case .answers(let answers) = try next(), answers.count == 1 else { return [] }
        guard try ask(.settle(WireSettlement(id: answers[0].id, isRecorded: true, text: ""))) == .done else {
            return []
        }
        // A settled answer is not reported again.
        guard try ask(.collect) == .answers([]) else { return [] }
        return [answers[0].action, answers[0].notification]
    }
}

extension RunnerMessage {
    static let done = RunnerMessage.result(WireResult(status: 0))
}
