import AntrainPluginABI
import CLinux
import Glibc
import RunnerWire

/// The process that loads one plugin and calls it as its host asks, over a socket given as standard input and output.
@main
enum Runner {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        // No plugin outlives its host, however the host ends.
        antrain_die_with_parent()
        guard let socket = HostSocket.takingStandardStreams() else {
            let advice = "antrain-plugin-runner is started by antrain, with a socket as its standard input\n"
            _ = advice.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
            exit(64)
        }
        HostSocket.shared.store(socket)
        guard case .load(let path, let columns, let flags) = socket.receive() else { exit(76) }
        let host = HostServices.make(columns: columns, terminalFlags: flags)
        switch LoadedPlugin.load(path, host: host) {
        case .failure(let failure):
            socket.send(.unusable(reason: failure.description))
        case .success(let plugin):
            socket.send(.loaded(plugin.description))
            serve(plugin, socket)
        }
        // Ends without running what the library may have left to run at exit.
        _exit(0)
    }

    private static func serve(_ plugin: LoadedPlugin, _ socket: HostSocket) {
        while let message = socket.receive() {
            switch message {
            case .open(let pairs): socket.send(.result(plugin.open(pairs)))
            case .probe: socket.send(.result(plugin.probe()))
            case .deliver(let notification): socket.send(.result(plugin.deliver(notification)))
            case .cancel(let id): socket.send(.result(plugin.cancel(id)))
            case .close:
                plugin.close()
                return
            case .load: return
            }
        }
        plugin.close()
    }
}
