import Foundation

/// Postfix and Dovecot with sieve on this machine, in a private folder: mail to any user of `gym.example` goes through a sieve script into one
/// mailbox. They stop when this object is released.
///
/// The configuration follows the manuals: postconf(5), master(5), and the pages on LMTP and `sieve_extprograms` of Dovecot 2.3 and Pigeonhole.
public final class MailSystem {
    /// What it needs; the servers start only as root.
    public static let needs: [Requirement] = [
        .program("postfix"), .program("doveadm", in: "dovecot-core"),
        .file("/usr/lib/dovecot/lmtp", in: "dovecot-lmtpd"), .program("sieve-test", in: "dovecot-sieve"), .root,
    ]

    private let folder: TemporaryFolder
    private let servers: [BackgroundProgram]
    /// The home of the user who owns the mailbox.
    public let home: String

    /// - Parameters:
    ///   - script: the sieve script.
    ///   - program: the program `antrain-answer`, which the script may start.
    public init(home: String, script: String, program: String) throws {
        folder = try TemporaryFolder()
        self.home = home
        // Postfix's own users must reach its folders.
        try Self.run("/bin/chmod", ["755", folder.path])
        for name in ["queue", "data", "run", "state"] { try Self.run("/bin/mkdir", [folder.path + "/" + name]) }
        try Self.run("/bin/chown", ["postfix", folder.path + "/data"])
        try folder.write("bin/antrain-answer", program, mode: 0o755)
        try folder.write("postfix/main.cf", Self.main.replacing("FOLDER", with: folder.path))
        try folder.write("postfix/master.cf", Self.master)
        try (script.data(using: .utf8) ?? Data()).write(to: URL(filePath: home + "/active.sieve"))
        let dovecot = Self.dovecot.replacing("FOLDER", with: folder.path).replacing("HOME", with: home)
        let file = try folder.write("dovecot.conf", dovecot)
        let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let log = folder.path + "/servers.log"
        let postfix = ["-c", folder.path + "/postfix", "start-fg"]
        servers = [
            try BackgroundProgram("/usr/sbin/dovecot", ["-F", "-c", file], environment: environment, log: log),
            try BackgroundProgram("/usr/sbin/postfix", postfix, environment: environment, log: log),
        ]
        let sockets = [folder.path + "/run/lmtp", folder.path + "/queue/public/pickup"]
        let areReady = eventually(true) { sockets.allSatisfy(FileManager.default.fileExists(atPath:)) }
        guard areReady else { throw ProgramFailure(message: self.log) }
    }

    /// Runs a program that must succeed, with no signals blocked.
    private static func run(_ program: String, _ arguments: [String]) throws {
        let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let status = try BackgroundProgram(program, arguments, environment: environment).ending()
        guard status == 0 else { throw ProgramFailure(message: "\(program) \(arguments): \(status ?? -1)") }
    }

    /// The command line of its sendmail(8).
    public var sendmail: String { "/usr/sbin/sendmail -C \(folder.path)/postfix -t -i" }

    /// Sends a mail, and waits until it was delivered.
    public func send(_ mail: String) throws {
        let file = try folder.write("mail", mail)
        try Self.run("/bin/sh", ["-c", "\(sendmail) <\(file)"])
        try wait()
    }

    /// Waits until no mail is in the queue.
    public func wait() throws {
        func count() throws -> Int {
            let list = try TestSupport.run("/usr/sbin/postqueue", ["-c", folder.path + "/postfix", "-j"])
            return list.output.split(separator: "\n").count
        }
        let isEmpty = try eventually(0) { try count() }
        guard isEmpty == 0 else { throw ProgramFailure(message: log) }
    }

    /// What the servers logged.
    public var log: String {
        ["servers.log", "mail.log", "dovecot.log"].map { (try? folder.read($0)) ?? "" }.joined(separator: "\n")
    }

    /// The mails in the mailbox.
    public var mails: [String] {
        get throws {
            let folder = home + "/Maildir/new"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return try names.sorted().map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        }
    }

    private static let main = """
        compatibility_level = 3.6
        queue_directory = FOLDER/queue
        data_directory = FOLDER/data
        command_directory = /usr/sbin
        daemon_directory = /usr/lib/postfix/sbin
        mail_owner = postfix
        setgid_group = postdrop
        myhostname = gym.example
        mydestination =
        inet_interfaces = loopback-only
        recipient_delimiter = +
        virtual_mailbox_domains = gym.example
        virtual_mailbox_maps = static:ok
        virtual_transport = lmtp:unix:FOLDER/run/lmtp
        default_transport = error:no other mail systems
        smtpd_relay_restrictions = reject_unauth_destination
        maillog_file = FOLDER/mail.log
        maillog_file_prefixes = FOLDER

        """

    private static let master = """
        pickup unix n - n 1 1 pickup
        cleanup unix n - n - 0 cleanup
        qmgr unix n - n 300 1 qmgr
        rewrite unix - - n - - trivial-rewrite
        bounce unix - - n - 0 bounce
        defer unix - - n - 0 bounce
        trace unix - - n - 0 bounce
        error unix - - n - - error
        retry unix - - n - - error
        lmtp unix - - n - - lmtp
        showq unix n - n - - showq
        proxymap unix - - n - - proxymap
        postlog unix-dgram n - n - 1 postlogd

        """

    private static let dovecot = """
        base_dir = FOLDER/run
        state_dir = FOLDER/state
        log_path = FOLDER/dovecot.log
        protocols = lmtp
        listen = 127.0.0.1
        ssl = no
        mail_location = maildir:~/Maildir
        recipient_delimiter = +
        hostname = gym.example
        postmaster_address = postmaster@gym.example
        first_valid_uid = 0
        passdb {
          driver = static
          args = nopassword=y
        }
        userdb {
          driver = static
          args = uid=nobody gid=nogroup home=HOME
        }
        protocol lmtp {
          mail_plugins = sieve
        }
        service lmtp {
          unix_listener lmtp {
            mode = 0666
          }
        }
        plugin {
          sieve = file:~/sieve;active=~/active.sieve
          sieve_plugins = sieve_extprograms
          sieve_extensions = +vnd.dovecot.pipe
          sieve_pipe_bin_dir = FOLDER/bin
        }

        """
}
