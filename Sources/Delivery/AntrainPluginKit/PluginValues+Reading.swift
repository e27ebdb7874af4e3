extension PluginValues {
    /// Whether the user set a key.
    public func isSet(_ key: String) -> Bool { !self[list: key].isEmpty }

    /// A duration in seconds, from text such as `20s` or `1m30s`.
    ///
    /// - Throws: `PluginFailure` if it is invalid or out of range.
    public func seconds(_ key: String, in range: ClosedRange<Int>) throws(PluginFailure) -> Int {
        let text = self[key]
        guard let seconds = SpanText.seconds(text), range.contains(seconds) else {
            throw .final(
                "invalid \(key) '\(text)'",
                remedy: "set \(key) to a value from \(range.lowerBound)s to \(range.upperBound)s"
            )
        }
        return seconds
    }

    /// Whether a switch is on.
    ///
    /// - Throws: `PluginFailure` if the value is neither on nor off.
    public func isOn(_ key: String) throws(PluginFailure) -> Bool {
        // Ignoring case, like the host.
        switch self[key].lowercased() {
        case "on", "yes", "true": return true
        case "off", "no", "false", "": return false
        default: throw .final("invalid value '\(self[key])' for '\(key)'", remedy: "set \(key) to on or off")
        }
    }

    /// An absolute path; nil if not set.
    ///
    /// - Throws: `PluginFailure` if it is not absolute.
    public func path(_ key: String) throws(PluginFailure) -> String? {
        let path = HomePath.expanded(self[key])
        if path.isEmpty { return nil }
        guard path.utf8.first == 0x2F else {
            throw .final("not an absolute path: '\(path)'", remedy: "start it with / or ~/")
        }
        return path
    }
}
