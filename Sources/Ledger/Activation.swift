public import CivilTime

/// A program that the user activated.
public struct Activation: Sendable, Hashable {
    /// The program's id.
    public let programID: String
    /// The path of the file that it is read from in every run.
    public let path: String
    /// The date of the first day of its first week.
    public let start: CivilDate
    /// The text of the file when it was last good.
    public let source: [UInt8]

    /// Creates an activation.
    public init(programID: String, path: String, start: CivilDate, source: [UInt8]) {
        self.programID = programID
        self.path = path
        self.start = start
        self.source = source
    }
}

/// Something that happened, which the ledger remembers.
public enum LedgerFact: Sendable, Hashable {
    /// A program was activated; an activation of the same program ends.
    case activated(Activation)
    /// A program was deactivated.
    case deactivated(programID: String)
    /// A program's file was read and is good.
    case programRead(programID: String, source: [UInt8])
    /// The settings file was read and is good.
    case settingsRead([UInt8])
    /// A workout was completed.
    case completed(programID: String, dayID: String, date: CivilDate)
    /// A notification was cancelled by hand.
    case cancelled(id: String, date: CivilDate)
}
