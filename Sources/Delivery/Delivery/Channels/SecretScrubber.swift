/// Removes secrets from a plugin's texts before they are shown or stored.
struct SecretScrubber {
    private let secrets: [[UInt8]]
    private static let mark = Array("•••".utf8)

    /// Shorter ones occur in too many words to be removed from them.
    private static let shortest = 4

    init(_ secrets: [String]) {
        self.secrets = secrets.filter { $0.unicodeScalars.count >= SecretScrubber.shortest }.map { Array($0.utf8) }
            .sorted { $0.count > $1.count }
    }

    /// The text with each secret replaced by `•••`.
    ///
    /// - Parameter isCut: whether the end of the text, and with it a part of a secret, may be missing.
    func scrub(_ text: String, isCut: Bool = false) -> String {
        guard !secrets.isEmpty else { return text }
        return String(decoding: scrub(Array(text.utf8)[...], isCut: isCut), as: UTF8.self)
    }

    /// The bytes with each secret replaced by `•••`.
    func scrub(_ bytes: ArraySlice<UInt8>, isCut: Bool = false) -> [UInt8] {
        guard !secrets.isEmpty else { return Array(bytes) }
        var clean: [UInt8] = []
        var remaining = bytes
        while let first = remaining.first {
            let match = secrets.first { secret in
                secret[0] == first && (remaining.starts(with: secret) || isCut && isPart(remaining, of: secret))
            }
            if let match {
                clean += SecretScrubber.mark
                remaining = remaining.dropFirst(match.count)
            } else {
                clean.append(first)
                remaining = remaining.dropFirst()
            }
        }
        return clean
    }

    private func isPart(_ rest: ArraySlice<UInt8>, of secret: [UInt8]) -> Bool {
        rest.count >= SecretScrubber.shortest && rest.count < secret.count && secret.starts(with: rest)
    }
}
