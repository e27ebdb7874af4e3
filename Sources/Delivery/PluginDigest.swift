internal import Crypto
internal import Glibc

/// What pins a decision to the very file that it is about.
public enum PluginDigest {
    /// The SHA-256 (FIPS 180-4) of a file in hexadecimal digits; nil where it cannot be read.
    public static func sha256(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var hasher = SHA256()
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            chunk.withUnsafeBytes { hasher.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        return hasher.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
