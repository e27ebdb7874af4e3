/// A command's exit code, following sysexits(3).
package enum ExitStatus: Int32 {
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// A file has errors.
    case badData = 65
    /// A file or name does not exist.
    case missingInput = 66
    /// A channel failed permanently, or a part of antrain is missing.
    case unavailable = 69
    /// A file cannot be read or written.
    case inputOutput = 74
    /// A delivery will be retried, or another process holds a lock.
    case tryAgain = 75
    case configuration = 78
}
