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
