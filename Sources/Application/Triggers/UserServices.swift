import Platform
import SystemPackage

/// The user's systemd instance, controlled with systemctl(1).
struct UserServices {
    /// Why a request failed.
    enum Failure: Error {
        /// systemctl(1) is not installed.
        case notInstalled
        /// No service manager of the user runs, as in a container or over some remote logins.
        case noManager
        case refused(String)
    }

    private let context: Context

    init(_ context: Context) { self.context = context }

    /// The folder of the user's own unit files (systemd.unit(5)).
    func folder() throws(CommandError) -> FilePath {
        try Paths.base("XDG_CONFIG_HOME", ".config", context).appending("systemd/user")
    }

    var isInstalled: Bool { run(["--version"]) != nil }

    private func run(_ arguments: [String], program: String = "systemctl") -> SystemAnswer? {
        context.system(SystemCommand(program: program, arguments: arguments, variables: ["LC_ALL": "C"]))
    }

    /// The words after `systemctl` of a request, also for the user to type.
    static func words(_ request: String, _ unit: String? = nil) -> [String] {
        ["--user"] + request.split(separator: " ").map(String.init) + [unit].compactMap { $0 }
    }

    /// Sends a request, such as `daemon-reload` or `enable --now` with a unit.
    func request(_ request: String, _ unit: String? = nil) throws(Failure) {
        guard let answer = run(UserServices.words(request, unit)) else { throw .notInstalled }
        guard answer.status != 0 else { return }
        throw UserServices.hasNoManager(answer) ? .noManager : .refused(answer.reason)
    }

    /// Whether the answer means that the user has no service manager.
    static func hasNoManager(_ answer: SystemAnswer) -> Bool {
        answer.errors.contains("Failed to connect") || answer.errors.contains("has not been booted")
    }

    /// What `is-active` or `is-enabled` prints for a unit; nil without a service manager.
    func state(_ question: String, of unit: String) -> String? {
        guard let answer = run(UserServices.words(question, unit)), !UserServices.hasNoManager(answer) else {
            return nil
        }
        let words = answer.text.split(whereSeparator: \.isWhitespace)
        return words.first.map(String.init)
    }

    /// Whether the user's services end when the user logs out; false if unknown.
    var endAtLogout: Bool {
        let user = context.userName ?? "\(context.userID)"
        guard let answer = run(["show-user", user, "--property=Linger"], program: "loginctl") else { return false }
        return answer.text.contains("Linger=no") || answer.errors.contains("not logged in or lingering")
    }
}
