extension PluginValues {
    /// Whether the user set a key.
    public func isSet(_ key: String) -> Bool { !self[list: key].isEmpty }

    /// A span in seconds, as that of `20s` or `1m30s`.
    ///
    /// - Throws: `PluginFailure` when it is none, or too short or too long.
    public func seconds(_ key: String, in range: ClosedRange<Int>) throws(PluginFailure) -> Int {
        let text = self[key]
        guard let seconds = SpanText.seconds(text), range.contains(seconds) else {
            throw .final(
                "'\(text)' is no time for '\(key)'",
                remedy: "set \(key) from \(range.lowerBound)s to \(range.upperBound)s"
            )
        }
        return seconds
    }

    /// Whether a switch is on.
    ///
    /// - Throws: `PluginFailure` when it is neither on nor off.
    public func isOn(_ key: String) throws(PluginFailure) -> Bool {
        // In any case of their letters, as the host takes them.
        switch self[key].lowercased() {
        case "on", "yes", "true": return true
        case "off", "no", "false", "": return false
        default: throw .final("'\(self[key])' is neither on nor off", remedy: "set \(key) to on or off")
        }
    }

    /// A path from the root; nil where none is set.
    ///
    /// - Throws: `PluginFailure` when it begins elsewhere.
    public func path(_ key: String) throws(PluginFailure) -> String? {
        let path = HomePath.expanded(self[key])
        if path.isEmpty { return nil }
        guard path.utf8.first == 0x2F else {
            throw .final("'\(path)' is no full path", remedy: "begin it with / or ~/")
        }
        return path
    }
}
