internal import CLinux
internal import Glibc
internal import RunnerProtocol

/// Well-known files, folders and sockets, which are recognized under all of their names.
final class KnownPlaces {
    /// A place as `DeclaredPath` writes it, and what it is.
    typealias Entry = (path: String, words: String)

    private let entries: [Entry]
    /// The places that exist now, by device and inode.
    private lazy var identities = KnownPlaces.identities(paths)

    /// - Parameter environment: defines `~` and the folders of the XDG Base Directory Specification.
    init(_ entries: [Entry], in environment: [String: String]) {
        self.entries = entries.flatMap { entry in
            DeclaredPath(entry.path).places(in: environment).map { (DeclaredPath.normalized($0), entry.words) }
        }
    }

    deinit { antrain_protection_free(identities) }

    /// The absolute paths.
    var paths: [String] { entries.map(\.path) }

    private static func identities(_ paths: [String]) -> OpaquePointer? {
        let names = paths.map { UnsafePointer(strdup($0)) }
        defer { for name in names { free(UnsafeMutableRawPointer(mutating: name)) } }
        return antrain_protection_make(names, names.count)
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
        rules.protection = identities
        var problem = ANTRAIN_PLACE_OK
        let descriptor = antrain_place_open(place.path, &rules, &problem)
        if descriptor >= 0 { close(descriptor) }
        return problem
    }

    /// Whether a file is, is in or contains one of these places, under any name.
    func includes(_ place: DeclaredPath.Place) -> Bool {
        words(forAccessTo: DeclaredPath.normalized(place.path)) != nil || problem(of: place) == ANTRAIN_PLACE_PROTECTED
    }

    /// Whether a file is, is in or contains one of these places, under any name.
    func includes(_ place: WirePlace) -> Bool {
        includes(DeclaredPath.Place(path: place.path, chosen: Int(place.chosen)))
    }
}

extension KnownPlaces {
    /// What no plugin gets by declaring it, whoever allows it; users can name it in a value.
    static func protected(in environment: [String: String]) -> KnownPlaces {
        let sockets = sessionSockets + chosenSockets(in: environment)
        return KnownPlaces(
            own + secrets + sockets.map { ($0, "sockets through which other programs act for you") },
            in: environment
        )
    }

    /// Files from which programs start: whoever writes to them, runs anything.
    static func startUp(in environment: [String: String]) -> KnownPlaces {
        KnownPlaces(startUpFiles.map { ($0, "programs start from it") }, in: environment)
    }

    private static let own: [Entry] =
        ["", "-wal", "-shm", "-journal"].map { ("$XDG_DATA_HOME/antrain/ledger.sqlite" + $0, "antrain's ledger") }
        + ["snapshots", "restore"].map { ("$XDG_DATA_HOME/antrain/" + $0, "copies of antrain's ledger and settings") }
        + [("$XDG_CONFIG_HOME/antrain/settings.yaml", "antrain's settings")]
        + ["$XDG_DATA_HOME/antrain", "$XDG_CONFIG_HOME/antrain", "$XDG_RUNTIME_DIR/antrain"].map {
            ($0, "antrain's own files")
        }
        + ["ledgers", "reported", "trace.log"].map { ("$XDG_STATE_HOME/antrain/" + $0, "antrain's own files") }

    private static let secrets: [Entry] =
        [("~/.ssh", "your SSH keys"), ("~/.gnupg", "your GnuPG keys"), ("~/.secrets", "your secrets")]
        + [
            "~/.password-store", "~/.netrc", "~/.authinfo", "~/.authinfo.gpg", "~/.pgpass", "~/.pki", "~/.aws",
            "~/.kube",
            "~/.docker", "$XDG_DATA_HOME/keyrings", "$XDG_DATA_HOME/kwalletd", "$XDG_CONFIG_HOME/gh",
        ].map { ($0, "your passwords") }

    /// Sockets of services that start programs, use keys, or type and draw in other programs.
    private static let sessionSockets =
        [
            "systemd", "bus", "dbus-1", "at-spi", "gnupg", "keyring", "gcr", "openssh_agent", "ssh-agent.socket",
            "docker",
            "docker.sock", "podman", "containerd", "libvirt", "wayland-0", "wayland-1", "hypr", "emacs",
        ].map { "$XDG_RUNTIME_DIR/" + $0 }
        + [
            "/run/dbus", "/run/systemd/private", "/run/docker.sock", "/run/podman", "/run/containerd", "/run/crio",
            "/run/libvirt", "/run/incus", "/run/snapd.socket", "/run/screen", "/var/lib/lxd", "/var/lib/incus",
            "/tmp/.X11-unix", "/tmp/tmux-\(getuid())", "~/.screen",
        ]

    /// Such sockets in places that the user or a program chose.
    private static func chosenSockets(in environment: [String: String]) -> [String] {
        let variables = ["SSH_AUTH_SOCK", "TMUX", "SWAYSOCK", "I3SOCK"].compactMap { environment[$0] }
            .map { String($0.prefix { $0 != "," }) }
        let display = environment["WAYLAND_DISPLAY"].map { $0.hasPrefix("/") ? $0 : "$XDG_RUNTIME_DIR/" + $0 }
        return variables.filter { $0.hasPrefix("/") } + [display].compactMap { $0 }
    }

    /// Shells, the session, services, and programs that run commands from their settings.
    private static let startUpFiles =
        [
            "bashrc", "bash_profile", "bash_login", "bash_logout", "bash_aliases", "profile", "zshrc", "zshenv",
            "zprofile",
            "zlogin", "zlogout", "kshrc", "cshrc", "tcshrc", "login", "xinitrc", "xprofile", "xsession", "xsessionrc",
            "pam_environment", "gitconfig", "vimrc", "vim", "emacs", "emacs.d", "tmux.conf", "screenrc", "forward",
            "procmailrc", "cargo", "local/bin", "local/lib",
        ].map { "~/." + $0 } + ["~/bin"]
        + [
            "autostart", "systemd", "environment.d", "fish", "zsh", "git", "nvim", "vim", "emacs", "tmux", "sway", "i3",
            "hypr", "plasma-workspace", "kitty", "alacritty", "mimeapps.list",
        ].map { "$XDG_CONFIG_HOME/" + $0 }
        + ["systemd", "applications", "dbus-1", "mime", "flatpak", "nvim"].map { "$XDG_DATA_HOME/" + $0 }
}
