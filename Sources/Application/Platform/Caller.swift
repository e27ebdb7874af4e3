package import Files
import SystemPackage

/// What runs a command, which decides whether anybody reads its output.
package enum Caller: Equatable {
    /// Why cron does not mail the output of its commands.
    package enum MailObstacle: Equatable {
        /// `MAILTO` is empty.
        case noRecipient
        /// There is no program with this path.
        case noProgram(String)
    }

    /// A person, on a terminal or in a script.
    case person
    /// cron, which mails the output unless there is an obstacle.
    case cron(MailObstacle?)
    /// at(1), a service manager, or the daemon, whose output ends up in a log.
    case unattended

    /// The variable with the path of the program with which cron mails, where it is not the usual one.
    package static let sendmailVariable = "ANTRAIN_SENDMAIL"
    private static let schedulers: Set<String> = ["cron", "crond", "fcron"]

    /// Why nobody reads the output; nil if somebody does.
    package var unreadReason: String? {
        switch self {
        case .person, .cron(nil): nil
        case .cron(.noRecipient?): "cron does not mail it, because MAILTO is empty in the crontab"
        case .cron(.noProgram(let path)?): "cron does not mail it, because there is no program \(path)"
        case .unattended: "a service's output ends up in a log"
        }
    }

    /// - Parameters:
    ///   - ancestors: the names of the processes that started this one, nearest first.
    ///   - hasTerminal: whether this process has a controlling terminal, which only people have.
    init(environment: [String: String], ancestors: [String], hasTerminal: Bool, files: FileAccess) {
        if hasTerminal {
            self = .person
        } else if ancestors.contains(where: Caller.schedulers.contains) {
            self = .underCron(environment, files)
        } else if environment["INVOCATION_ID"] != nil || ancestors.contains("atd") {
            // systemd.exec(5): every service gets this variable.
            self = .unattended
        } else {
            self = .person
        }
    }

    /// cron, whose commands have these variables.
    package static func underCron(_ variables: [String: String], _ files: FileAccess) -> Caller {
        if variables["MAILTO"] == "" { return .cron(.noRecipient) }
        let sendmail = variables[sendmailVariable] ?? "/usr/sbin/sendmail"
        let canSend = files.facts(FilePath(sendmail)).map { !$0.isFolder && $0.mode & 0o111 != 0 } ?? false
        return .cron(canSend ? nil : .noProgram(sendmail))
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
        status(of: Int(process), files).flatMap { $0.first }.flatMap { Int32($0) }
    }

    /// Whether a process has a controlling terminal (tty_nr).
    package static func hasTerminal(_ process: Int, _ files: FileAccess) -> Bool {
        guard let terminal = status(of: process, files)?.last else { return false }
        return terminal != "0"
    }

    /// The fields of a process from ppid to tty_nr in proc_pid_stat(5); nil if there is no such process.
    private static func status(of process: Int, _ files: FileAccess) -> [String]? {
        // The name of the process, in parentheses, may contain anything.
        guard case .success(let bytes) = files.read(FilePath("/proc/\(process)/stat")),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[end...].split(separator: UInt8(ascii: " "), maxSplits: 6).dropFirst(2).prefix(4)
        return fields.count == 4 ? fields.map { String(decoding: $0, as: UTF8.self) } : nil
    }
}
