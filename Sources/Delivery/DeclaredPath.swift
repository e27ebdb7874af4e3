public import RunnerWire

/// A path that a plugin declares, as it writes it.
struct DeclaredPath {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The folders that a path may begin with, and where they are by default (XDG Base Directory Specification 0.8).
    private static let folders = [
        ("$XDG_STATE_HOME", "/.local/state"), ("$XDG_DATA_HOME", "/.local/share"), ("$XDG_CONFIG_HOME", "/.config"),
        ("$XDG_CACHE_HOME", "/.cache"),
    ]

    /// What no plugin gets by declaring it, whoever allows it; a user who means it names it as a value.
    private static let guarded = [
        ("$XDG_DATA_HOME/antrain/ledger.sqlite", "antrain's ledger"),
        ("$XDG_CONFIG_HOME/antrain/settings.yaml", "antrain's settings"), ("~/.ssh", "your ssh keys"),
        ("~/.gnupg", "your GnuPG keys"),
    ]

    /// Where it is, from the root; nil where it begins with nothing that is known.
    ///
    /// - Parameter environment: where `~` and the folders of the XDG Base Directory Specification are.
    func place(in environment: [String: String]) -> String? {
        if text.hasPrefix("/") { return text }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        if text.hasPrefix("~/") { return home + text.dropFirst() }
        for (name, place) in DeclaredPath.folders where text.hasPrefix(name + "/") {
            let chosen = environment[String(name.dropFirst())].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (chosen ?? home + place) + text.dropFirst(name.count)
        }
        return nil
    }

    /// Why no plugin may have it; nil where one may.
    ///
    /// - Parameter environment: where `~` and the folders of the XDG Base Directory Specification are.
    func problem(in environment: [String: String]) -> String? {
        guard let place = place(in: environment) else {
            return "begins with none of /, ~/ and a folder such as $XDG_STATE_HOME"
        }
        let parts = place.split(separator: "/")
        if parts.contains("..") { return "leads through '..'; write where it leads to" }
        let path = "/" + parts.filter { $0 != "." }.joined(separator: "/")
        for (text, words) in DeclaredPath.guarded {
            guard let guarded = DeclaredPath(text).place(in: environment) else { continue }
            if path == "/" || path.hasPrefix(guarded) || guarded.hasPrefix(path + "/") {
                return "reaches \(words); declare the very files that it needs"
            }
        }
        return nil
    }
}

extension WireDescription {
    /// Why a path that the plugin declares cannot be allowed; nil where all can.
    ///
    /// - Parameter environment: where `~` and the folders of the XDG Base Directory Specification are.
    public func pathProblem(in environment: [String: String]) -> String? {
        for path in paths {
            if let problem = DeclaredPath(path).problem(in: environment) { return "the path '\(path)' \(problem)" }
        }
        return nil
    }
}
