@testable import Delivery
import Foundation
package import RunnerProtocol
import SystemPackage
import TestSupport

/// Talks to a runner over its own protocol, as antrain does.
package final class RunnerConversation {
    private let process: RunnerProcess
    private var frames = FrameBuffer()

    /// Starts a runner, and opens the plugin.
    ///
    /// - Parameter change: what the runner is told in addition to the library.
    package init(
        with plugin: String,
        values: [(String, String)] = [],
        in environment: [String: String],
        _ change: (inout WireLoad) -> Void
    ) throws {
        let library = BuildProducts.path("libantrain-\(plugin).so")
        process = try RunnerProcess.start(
            FilePath(BuildProducts.path("antrain-plugin-runner")),
            try PluginImage.read(FilePath(library)),
            environment: environment.map { "\($0.key)=\($0.value)" }
        ).get()
        var load = WireLoad(path: library)
        change(&load)
        guard case .confined = try ask(.load(load)), case .loaded = try next() else {
            throw ProgramFailure(message: "it was not loaded")
        }
        let opened = try ask(.open(values.map { WirePair(key: $0.0, value: $0.1) }))
        guard opened == .done else { throw ProgramFailure(message: "\(opened)") }
    }

    /// Sends a message and returns the answer.
    package func ask(_ message: HostMessage) throws -> RunnerMessage {
        try say(message)
        return try next()
    }

    package func say(_ message: HostMessage) throws {
        let frame = try message.frame
        guard send(process.socket, frame, frame.count, Int32(MSG_NOSIGNAL)) == frame.count else {
            throw ProgramFailure(message: "the runner is gone")
        }
    }

    /// Kills the runner.
    package func kill() { Glibc.kill(process.process, SIGKILL) }

    /// Runs a closure while the runner is stopped, as on a busy machine.
    package func paused(_ body: () throws -> Void) rethrows {
        Glibc.kill(process.process, SIGSTOP)
        defer { Glibc.kill(process.process, SIGCONT) }
        try body()
    }

    /// The runner's next message; waits at most a minute.
    package func next() throws -> RunnerMessage {
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

extension RunnerConversation {
    /// The action and the notification of the only answer that the runner reports, which is then settled.
    package func nextAnswer() throws -> [String] {
        guard case .answers(let answers, _) = try next(), answers.count == 1 else { return [] }
        guard try ask(.settle(WireSettlement(id: answers[0].id, isRecorded: true, text: ""))) == .done else {
            return []
        }
        // A settled answer is not reported again.
        guard try ask(.collect) == .answers([], keptFor: 0) else { return [] }
        return [answers[0].action, answers[0].notification]
    }
}

extension RunnerMessage {
    package static let done = RunnerMessage.result(WireResult(status: 0))
}
