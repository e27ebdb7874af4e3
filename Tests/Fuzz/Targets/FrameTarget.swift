import RunnerProtocol

extension FuzzTarget {
    /// The frames between the host and a plugin runner.
    static let frames = FuzzTarget(name: "frames") { bytes in
        if let message = try? HostMessage(frame: bytes[...]) {
            let frame = try message.frame
            try require(try HostMessage(frame: frame.dropFirst(4)) == message, "\(message) does not read back")
        }
        if let message = try? RunnerMessage(frame: bytes[...]) {
            let frame = try message.frame
            try require(try RunnerMessage(frame: frame.dropFirst(4)) == message, "\(message) does not read back")
        }
        try require(stream(bytes, piece: bytes.count) == stream(bytes, piece: 3), "frames depend on how the bytes come")
    }

    /// The frames of a stream that arrives in pieces, up to the first invalid frame.
    private static func stream(_ bytes: [UInt8], piece: Int) -> [[UInt8]] {
        var buffer = FrameBuffer()
        var frames: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: max(piece, 1)) {
            buffer.append(bytes[start..<min(start + piece, bytes.count)])
            do {
                while let frame = try buffer.next() { frames.append(Array(frame)) }
            } catch { break }
        }
        return frames
    }
}
