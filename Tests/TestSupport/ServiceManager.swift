import Foundation

/// Plays the service manager for a daemon: receives its readiness message.
public final class ServiceManager {
    /// The value of `NOTIFY_SOCKET`.
    public let address: String
    private let listener: BackgroundProgram

    private static let script = """
        import socket, sys
        ears = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ears.bind(sys.argv[1])
        print('bound', flush=True)
        print(ears.recv(99).decode(), flush=True)
        """

    /// Starts to listen in a folder.
    public init(in folder: TemporaryFolder) throws {
        address = "\(folder.path)/notify-\(UUID().uuidString.prefix(8))"
        listener = try BackgroundProgram(
            "/usr/bin/python3",
            ["-c", ServiceManager.script, address],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        guard try listener.nextLine() == "bound" else { throw ProgramFailure(message: "no service manager") }
    }

    /// Starts `antrain daemon` and waits until it reports that it is ready.
    public func start(_ options: [String] = [], environment: [String: String], log: String) throws -> BackgroundProgram
    {
        let daemon = try BackgroundProgram(
            BuildProducts.path("antrain"),
            ["daemon"] + options,
            environment: uncounted(environment.merging(["NOTIFY_SOCKET": address]) { $1 }),
            log: log
        )
        let said = try listener.nextLine()
        guard said == "READY=1" else { throw ProgramFailure(message: "the daemon said \(said)") }
        return daemon
    }
}
