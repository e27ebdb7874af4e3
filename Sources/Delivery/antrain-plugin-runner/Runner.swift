import AntrainPluginABI
import CLinux
import Glibc
import RunnerProtocol

/// The process that loads one plugin and calls it on the host's requests, over a socket passed as standard input and output.
@main enum Runner {
    static func main() { run() }

    /// The main actor's checks would need the library for concurrency, which the process does not load.
    private static func run() {
        signal(SIGPIPE, SIG_IGN)
        // No plugin outlives its host, however the host ends.
        antrain_die_with_parent()
        // Descriptors that the host inherited, such as the lock of flock(1), are not for the plugin.
        antrain_close_from(LoadedPlugin.image + 1)
        guard let socket = HostSocket.takingStandardStreams() else {
            let advice = "antrain-plugin-runner is started by antrain, with a socket as its standard input\n"
            _ = advice.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
            exit(64)
        }
        HostSocket.shared.store(socket)
        guard case .load(let load) = socket.receive() else { exit(76) }
        if load.isChecked { CheckedOutput.keepApart() }
        antrain_deadline_prepare()
        do throws(Confinement.Failure) {
            try Confinement.apply(load)
            // The host accepts this only before any code of the library has run.
            socket.send(.confined)
        } catch {
            socket.send(.unusable(reason: error.description))
            _exit(0)
        }
        switch LoadedPlugin.load(named: load.path, host: HostServices.make(load)) {
        case .failure(let failure): socket.send(.unusable(reason: failure.description))
        case .success(let plugin):
            socket.send(.loaded(plugin.description))
            socket.endWhenIdle(for: load.idleSeconds)
            serve(plugin, socket, listens: load.listens)
        }
        // Ends without running the library's exit handlers.
        _exit(0)
    }

    private static func serve(_ plugin: LoadedPlugin, _ socket: HostSocket, listens: Bool) {
        while true {
            // After a report the host's next message, which settles it, comes first: until then the plugin would report the same again.
            var hasReported = false
            while listens, !hasReported, socket.waitForInput(or: limited { plugin.descriptor }) {
                switch limited(plugin.collect) {
                case .answers(let answers, let keptFor) where !answers.isEmpty:
                    socket.send(.answers(answers, keptFor: keptFor))
                    hasReported = true
                case .result(let result): socket.send(.log(level: Int64(ANTRAIN_LOG_ERROR), text: result.reason))
                default: break
                }
            }
            guard let message = socket.receive(), let answer = answer(message, plugin) else { break }
            socket.send(answer)
        }
        plugin.close()
    }

    /// Calls the plugin without a request of the host, which therefore sets no time limit.
    private static func limited<Value>(_ body: () -> Value) -> Value {
        antrain_deadline_set(5)
        defer { antrain_deadline_set(0) }
        return body()
    }

    /// The reply to a message; nil to end.
    private static func answer(_ message: HostMessage, _ plugin: LoadedPlugin) -> RunnerMessage? {
        switch message {
        case .open(let pairs): .result(plugin.open(pairs))
        case .probe: .result(plugin.probe())
        case .deliver(let notification): .result(plugin.deliver(notification))
        case .cancel(let id): .result(plugin.cancel(id))
        case .schedule(let notification): .result(plugin.schedule(notification))
        case .unschedule(let key): .result(plugin.unschedule(key))
        case .list: plugin.held()
        case .collect: plugin.collect()
        case .checkAnswers: .result(plugin.checkAnswers())
        case .settle(let settlement): .result(plugin.settle(settlement))
        case .inspect(let closing): .inspected(plugin.inspect(closing: closing))
        case .close, .load: nil
        }
    }
}

/// The standard output of a plugin that is checked: memory, which nobody reads.
///
/// Otherwise it goes to the log, like standard error.
enum CheckedOutput {
    /// Keeps standard output apart; has no effect if that is not possible.
    static func keepApart() {
        let memory = antrain_image_open("standard output")
        guard memory >= 0 else { return }
        dup2(memory, 1)
        Glibc.close(memory)
    }

    /// The number of bytes written so far.
    static var bytes: Int64 {
        // What the plugin's calls of printf(3) left in the buffer, too.
        fflush(nil)
        var status = stat()
        guard fstat(1, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int64(status.st_size)
    }
}
