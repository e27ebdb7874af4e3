/// How a command ends, by sysexits(3).
enum ExitStatus: Int32 {
    /// All is well.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// A file's content is wrong.
    case badData = 65
    /// A file or a name is not there.
    case missingInput = 66
    /// A channel refused for good, or a part of antrain is missing.
    case unavailable = 69
    /// A file cannot be read or written.
    case inputOutput = 74
    /// A channel must be tried again.
    case tryAgain = 75
    /// The settings are wrong.
    case configuration = 78
}
