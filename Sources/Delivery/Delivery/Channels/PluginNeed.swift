/// A need that a plugin can declare besides files (`ANTRAIN_NEED_…`).
enum PluginNeed: Int64, CaseIterable {
    case network = 1
    case exec = 2
    case rights = 4
    case desktop = 8
    case terminals = 16
    case sockets = 32

    var bit: Int64 { rawValue }

    /// The stable code of the need.
    var code: String {
        switch self {
        case .network: "network"
        case .exec: "exec"
        case .rights: "rights"
        case .desktop: "desktop"
        case .terminals: "terminals"
        case .sockets: "sockets"
        }
    }

    /// The need as shown to the user.
    var words: String {
        switch self {
        case .network: "network connections"
        case .exec: "starting programs, and reading the files they need"
        case .rights:
            "starting programs with their own privileges, such as sendmail (the plugin is then not confined)"
        case .desktop: "your session bus, through which it can ask other programs to act for you"
        case .terminals: "writing to your terminals"
        case .sockets: "connecting to sockets that it declares or you configure"
        }
    }
}
