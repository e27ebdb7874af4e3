import SystemPackage

/// What runs a command, which decides whether anybody reads its output.
enum Caller: Equatable {
    /// A person, on a terminal or in a script.
    case person
    /// cron, which mails the output if it can.
    case cron(mails: Bool)
    /// at(1), a service manager, or the daemon, whose output ends up in a log.
    case unattended

    /// Whether somebody reads the output.
    var readsOutput: Bool { self == .person || self == .cron(mails: true) }

    private static let sendmail: FilePath = "/usr/sbin/sendmail"
    private static let schedulers: Set<String> = ["cron", "crond", "fcron"]

    /// - Parameters:
    ///   - ancestors: the names of the processes that started this one, nearest first.
    ///   - hasTerminal: whether this process has a controlling terminal, which only people have.
    init(environment: [String: String], ancestors: [String], hasTerminal: Bool, files: FileAccess) {
        if hasTerminal {
            self = .person
        } else if ancestors.contains(where: Caller.schedulers.contains) {
            let hasAddress = environment["MAILTO"] != ""
            let canSend = files.facts(Caller.sendmail).map { $0.mode & 0o111 != 0 } ?? false
            self = .cron(mails: hasAddress && canSend)
        } else if environment["INVOCATION_ID"] != nil || ancestors.contains("atd") {
            // systemd.exec(5): every service gets this variable.
            self = .unattended
        } else {
            self = .person
        }
    }

    /// The names of a process's parent and its parents: the trigger, its shell, and programs such as env(1) in between.
    static func ancestors(of process: Int32, files: FileAccess, most: Int = 4) -> [String] {
        var names: [String] = []
        var process = process
        while names.count < most, let parent = parent(of: process, files), parent > 1 {
            guard case .success(let name) = files.read(FilePath("/proc/\(parent)/comm")) else { break }
            names.append(String(decoding: name.prefix { $0 != 0x0A }, as: UTF8.self))
            process = parent
        }
        return names
    }

    private static func parent(of process: Int32, _ files: FileAccess) -> Int32? {
        guard case .success(let bytes) = files.read(FilePath("/proc/\(process)/status")) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("PPid:") }.flatMap { Int32($0.dropFirst(5).filter { $0.isNumber }) }
    }
}
