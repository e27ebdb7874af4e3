public import Foundation

/// A pipe that programs which other tests start at the same time do not inherit, unlike Foundation's.
///
/// A program that inherits the writing end keeps the reader waiting until it ends.
public struct ProgramPipe {
    /// Excludes that a program is started before a new pipe is marked, or while Foundation starts another.
    private static let lock = NSLock()

    public let reading: FileHandle
    public let writing: FileHandle

    public init() throws {
        var ends: [Int32] = [-1, -1]
        let isMade = ProgramPipe.withoutNewPipes {
            guard pipe(&ends) == 0 else { return false }
            return ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isMade else { throw ProgramFailure(message: "no pipe: \(String(cString: strerror(errno)))") }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    /// Starts a program while no pipe is being made, and no other program is being started.
    public static func withoutNewPipes<Result>(_ start: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try start()
    }
}
