internal import CLinux
internal import Glibc
internal import RunnerProtocol

/// Well-known files, folders and sockets, which are recognized under all of their names.
final class KnownPlaces {
    /// A place as `DeclaredPath` writes it, and what it is.
    typealias Entry = (path: String, words: String)

    private let named: () -> [Entry]
    private let environment: [String: String]
    /// Lazy, because most plugins declare no paths to compare with.
    private lazy var entries = named().flatMap { entry in
        DeclaredPath(entry.path).places(in: environment).map { (path: DeclaredPath.normalized($0), words: entry.words) }
    }
    /// Folders whose hidden entries are among these places, except those that hold the files of many programs.
    private let hiding: [String]
    /// The places that exist now, by device and inode.
    private lazy var identities = Identities(paths)

    /// - Parameters:
    ///   - environment: defines `~` and the folders of the XDG Base Directory Specification.
    ///   - hiding: folders whose hidden entries are among these places, except `.local`, `.config` and `.cache`.
    init(_ entries: @autoclosure @escaping () -> [Entry], in environment: [String: String], hiding: [String] = []) {
        self.hiding = hiding.map(DeclaredPath.normalized)
        named = entries
        self.environment = environment
    }

    /// The absolute paths.
    var paths: [String] { entries.map(\.path) }

    private final class Identities {
        let protection: OpaquePointer?

        init(_ paths: [String]) {
            let names = paths.map { UnsafePointer(strdup($0)) }
            defer { for name in names { free(UnsafeMutableRawPointer(mutating: name)) } }
            protection = antrain_protection_make(names, names.count)
        }

        deinit { antrain_protection_free(protection) }
    }

    /// What a path is or is in, by its name; nil if that is none of these places.
    func words(for path: String) -> String? {
        entries.first { path == $0.path || path.hasPrefix($0.path + "/") }?.words
    }

    /// What a path is, is in or contains, by its name; nil if that is none of these places.
    func words(forAccessTo path: String) -> String? {
        entries.first {
            path == $0.path || path.hasPrefix($0.path + "/") || $0.path.hasPrefix(path == "/" ? path : path + "/")
        }?
        .words
    }

    /// Why an existing file, folder or socket cannot be granted: different names can lead to the same one.
    func problem(of place: DeclaredPath.Place) -> antrain_place_problem {
        var rules = antrain_place_rules()
        rules.chosen = place.chosen
        rules.protection = identities.protection
        var problem = ANTRAIN_PLACE_OK
        let descriptor = antrain_place_open(place.path, &rules, &problem)
        if descriptor >= 0 { close(descriptor) }
        return problem
    }

    /// Whether a file is, is in or contains one of these places, under any name.
    func includes(_ place: DeclaredPath.Place) -> Bool {
        let path = DeclaredPath.normalized(place.path)
        return words(forAccessTo: path) != nil || isHidden(path) || problem(of: place) == ANTRAIN_PLACE_PROTECTED
    }

    private func isHidden(_ path: String) -> Bool {
        hiding.contains { folder in
            guard path.hasPrefix(folder + "/.") else { return false }
            return ![".local", ".config", ".cache"].contains(path.dropFirst(folder.count + 1).prefix { $0 != "/" })
        }
    }

    /// Whether a file is, is in or contains one of these places, under any name.
    func includes(_ place: WirePlace) -> Bool {
        includes(DeclaredPath.Place(path: place.path, chosen: Int(place.chosen)))
    }
}

extension KnownPlaces {
    /// What no plugin gets by declaring it, whoever allows it; users can name it in a value.
    ///
    /// - Parameter used: the absolute paths of antrain's files that this run uses, wherever options and variables put them.
    static func protected(in environment: [String: String], used: [String]) -> KnownPlaces {
        KnownPlaces(
            own + used.map { ($0, "antrain's own files") } + secrets
                + (sessionSockets + chosenSockets(in: environment)).map {
                    ($0, "sockets through which other programs act for you")
                },
            in: environment
        )
    }

    /// Files from which programs start: whoever writes to them, runs anything.
    ///
    /// `$XDG_CONFIG_HOME` and hidden files and folders in the home are settings of programs, most of which can run commands.
    static func startUp(in environment: [String: String]) -> KnownPlaces {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let real = home.flatMap { realpath($0, nil) }
        defer { free(real) }
        let homes = [home, real.map { String(cString: $0) }].compactMap { $0 }
        let programs = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { path in
            homes.contains { path.hasPrefix($0 + "/") }
        }
        return KnownPlaces(
            (startUpFiles + programs).map { ($0, "programs start from it") },
            in: environment,
            hiding: homes
        )
    }

    private static let own: [Entry] =
        ["", "-wal", "-shm", "-journal"].map { ("$XDG_DATA_HOME/antrain/ledger.sqlite" + $0, "antrain's ledger") }
        + [("$XDG_DATA_HOME/antrain/snapshots", "copies of antrain's ledger and settings")]
        + [("$XDG_CONFIG_HOME/antrain/settings.yaml", "antrain's settings")]
        + ["$XDG_DATA_HOME/antrain", "$XDG_CONFIG_HOME/antrain", "$XDG_RUNTIME_DIR/antrain"].map {
            ($0, "antrain's own files")
        }
        + ["ledgers", "reported", "trace.log"].map { ("$XDG_STATE_HOME/antrain/" + $0, "antrain's own files") }

    private static let secrets: [Entry] =
        [("~/.ssh", "your SSH keys"), ("~/.gnupg", "your GnuPG keys"), ("~/.secrets", "your secrets")]
        + ([
            "password-store", "netrc", "authinfo", "authinfo.gpg", "pgpass", "my.cnf", "pki", "aws", "azure", "kube",
            "docker", "git-credentials", "vault-token", "npmrc", "pypirc", "mozilla", "thunderbird", "1password",
        ].map { "~/." + $0 }
        + ["keyrings", "kwalletd"].map { "$XDG_DATA_HOME/" + $0 }
        + [
            "gh", "git/credentials", "gcloud", "containers", "op", "google-chrome", "chromium", "BraveSoftware",
            "microsoft-edge", "vivaldi", "mozilla",
        ].map { "$XDG_CONFIG_HOME/" + $0 }).map { ($0, "your passwords") }

    /// Sockets of services that start programs, use keys, or type and draw in other programs.
    ///
    /// The folder of the session holds nothing but such sockets, and files that belong to them; the first two are also known as hard links.
    private static let sessionSockets =
        [
            "$XDG_RUNTIME_DIR", "$XDG_RUNTIME_DIR/bus", "$XDG_RUNTIME_DIR/systemd/private", "/run/dbus",
            "/run/systemd/private", "/run/docker.sock", "/run/cri-dockerd.sock",
            "/run/podman", "/run/containerd", "/run/k3s", "/run/buildkit", "/run/crio", "/run/libvirt", "/run/incus",
            "/run/snapd.socket", "/run/screen", "/var/lib/lxd", "/var/lib/incus", "/var/snap", "/tmp/.X11-unix",
            "/tmp/tmux-\(getuid())", "/tmp/emacs\(getuid())", "~/.screen", "~/.colima", "~/.lima", "~/.rd",
            "~/.orbstack", "~/.emacs.d/server",
        ]

    /// Such sockets in places that the user or a program chose.
    private static func chosenSockets(in environment: [String: String]) -> [String] {
        let variables = ["SSH_AUTH_SOCK", "TMUX", "SWAYSOCK", "I3SOCK"].compactMap { environment[$0] }
            .map { String($0.prefix { $0 != "," }) }
        let display = environment["WAYLAND_DISPLAY"].map { $0.hasPrefix("/") ? $0 : "$XDG_RUNTIME_DIR/" + $0 }
        return variables.filter { $0.hasPrefix("/") } + [display].compactMap { $0 }
    }

    /// The session, services, and programs that run commands from their settings.
    private static let startUpFiles =
        ["~/bin", "~/go/bin", "~/.local/bin", "~/.local/lib", "~/.local/libexec"]
        + [
            "bashrc", "bash_profile", "bash_login", "bash_logout", "bash_aliases", "profile", "zshrc", "zshenv",
            "zprofile", "zlogin", "zlogout", "kshrc", "cshrc", "tcshrc", "login", "xinitrc", "xprofile", "xsession",
            "xsessionrc", "gnomerc", "pam_environment", "gitconfig", "vimrc", "vim", "emacs", "emacs.d", "tmux.conf",
            "screenrc", "forward", "procmailrc", "cargo",
        ].map { "~/." + $0 }
        + ["$XDG_CONFIG_HOME/"]
        + ["systemd", "applications", "dbus-1", "mime", "flatpak", "nvim", "bash-completion"].map {
            "$XDG_DATA_HOME/" + $0
        }
}
