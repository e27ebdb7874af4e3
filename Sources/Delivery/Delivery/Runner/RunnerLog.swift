internal import Glibc
internal import PrintableText

/// The end of what a runner's process wrote to its log.
struct RunnerLog {
    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// Whether the process may still write to it.
    private(set) var isOpen = true

    /// - Parameter descriptor: the host's end of the log; it must not block.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    mutating func clear() { bytes = [] }

    /// Reads what was written since the last call; the amount is limited.
    ///
    /// - Returns: the number of bytes.
    @discardableResult mutating func read() -> Int {
        var chunk = [UInt8](repeating: 0, count: 4096)
        var sum = 0
        for _ in 0..<64 where isOpen {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { isOpen = false }
            guard count > 0 else { break }
            sum += count
            keep(Array(chunk[..<count]))
        }
        return sum
    }

    /// Keeps the end of the log, so that a plugin that never stops writing costs nothing.
    mutating func keep(_ more: [UInt8]) {
        bytes += more
        if bytes.count > 8192 { bytes.removeFirst(bytes.count - 4096) }
    }

    /// The last line, without secrets and control characters.
    func lastLine(_ scrubber: SecretScrubber) -> String {
        let line = bytes.split { $0 == 0x0A || $0 == 0x0D }.last ?? []
        return String(decoding: scrubber.scrub(line, isCut: true).suffix(300), as: UTF8.self).printable
    }
}
