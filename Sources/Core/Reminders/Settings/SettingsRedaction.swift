public import YAMLSource

/// The text of a settings file without its secrets, which can be stored.
public enum SettingsRedaction {
    private static let placeholder = Array("{\(ValueOrigin.forgottenKey): yes}".utf8)

    /// - Parameter files: the files, by the secrets' locations, that the text then refers to: `~/.secrets/ntfy`. A secret without one
    ///   becomes a mark that only the ledger may contain.
    /// - Returns: the text without them; nil if they cannot be removed without making it unreadable.
    public static func redact(
        _ source: SourceText,
        _ secrets: [(span: SourceSpan, text: String)],
        files: [SourceSpan: String] = [:]
    ) -> [UInt8]? {
        guard !secrets.isEmpty else { return source.bytes }
        var bytes = source.bytes
        var end = bytes.count
        for span in Set(secrets.map(\.span)).sorted(by: { $0.start > $1.start }) {
            guard span.end <= end else { return nil }
            // A value after | or > ends with its line.
            let tail: [UInt8] = bytes[span.start..<span.end].last == 0x0A ? [0x0A] : []
            let substitute = files[span].map { Array("{file: \"\($0)\"}".utf8) } ?? placeholder
            bytes.replaceSubrange(span.start..<span.end, with: substitute + tail)
            end = span.start
        }
        let remains = secrets.contains { $0.text.utf8.count >= 4 && contains(bytes, Array($0.text.utf8)) }
        let reading = SettingsReader.read(SourceText(path: source.path, bytes: bytes), isRemembered: true)
        return remains || reading.settings == nil ? nil : bytes
    }

    /// Whether secrets were removed from a stored text.
    public static func isRedacted(_ bytes: [UInt8]) -> Bool { contains(bytes, placeholder) }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count, let first = part.first else { return false }
        return (0...bytes.count - part.count).contains { start in
            bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
        }
    }
}

/// Hides the secret parts of URLs: everything except the scheme and the host.
///
/// The URL of a webhook or of a monitor is often the only secret that protects it.
public enum AddressRedaction {
    /// The bytes that may follow an address in a sentence or in YAML.
    private static let closing = Array("'\"}]),;".utf8)

    /// The locations of the secret parts of all `http` and `https` addresses in a text.
    public static func spans(in bytes: [UInt8]) -> [SourceSpan] {
        var spans: [SourceSpan] = []
        var offset = 0
        while let start = authority(in: bytes, from: offset) {
            var end = bytes[start...].firstIndex { $0 <= 0x20 } ?? bytes.count
            offset = end
            while end > start, closing.contains(bytes[end - 1]) { end -= 1 }
            let host = bytes[start..<end].firstIndex { "/?#".utf8.contains($0) } ?? end
            if let at = bytes[start..<host].lastIndex(of: UInt8(ascii: "@")) {
                spans.append(SourceSpan(start: start, end: at))
            }
            if host + 1 < end { spans.append(SourceSpan(start: host + 1, end: end)) }
        }
        return spans
    }

    /// A text with `…` for the secret parts of its addresses.
    public static func redact(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for span in spans(in: bytes).reversed() { bytes.replaceSubrange(span.start..<span.end, with: "…".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The host of an address that was written without `https://`, such as `hc-ping.com` in `hc-ping.com/key`.
    ///
    /// - Returns: `…` if only slashes after the scheme are missing, as in `https:/host`; nil if the text does not look like a URL. A path
    ///   that starts with `/`, `~` or `.` never does.
    public static func hostWithoutScheme(_ text: String) -> String? {
        let lowercased = text.lowercased()
        // One slash is missing, or both.
        if lowercased.hasPrefix("http:") || lowercased.hasPrefix("https:") { return "…" }
        guard let end = text.firstIndex(where: { "/?#".contains($0) }) else { return nil }
        let parts = text[..<end].split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count < 3, parts.count == 1 || UInt16(parts[1]) != nil else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
        guard areLabels, let last = labels.last else { return nil }
        let isDomain = labels.count > 1 && last.count > 1 && last.contains(where: \.isLetter)
        let isNumeric = labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
        return isDomain || isNumeric || parts.count == 2 ? String(host) : nil
    }

    /// The start of the host of the next address.
    private static func authority(in bytes: [UInt8], from offset: Int) -> Int? {
        let mark = Array("://".utf8)
        var place = offset
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark) {
                let scheme = String(decoding: bytes[max(offset, place - 5)..<place], as: UTF8.self).lowercased()
                if scheme.hasSuffix("http") || scheme == "https" { return place + mark.count }
            }
            place += 1
        }
        return nil
    }
}
