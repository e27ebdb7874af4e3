import Glibc

/// Data that another program passes to antrain.
package enum StandardInput {
    /// Reads everything, so that the other program can write it, and keeps the beginning.
    package static func read(upTo limit: Int) throws(CommandError) -> [UInt8] {
        var kept: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("cannot read standard input: \(String(cString: strerror(errno)))") }
            guard count > 0 else { return kept }
            kept += buffer[..<count].prefix(limit - kept.count)
        }
    }
}
