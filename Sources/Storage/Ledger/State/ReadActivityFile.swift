/// A file of recorded activities that was read.
public struct ReadActivityFile: Sendable, Hashable {
    /// The file's state when it was read: a file that was written since has another.
    public let stamp: String
    /// Why nothing was taken from it; nil if it was read.
    public let problem: String?

    public init(stamp: String, problem: String? = nil) {
        self.stamp = stamp
        self.problem = problem
    }
}

extension FactStore {
    func activityFiles() throws -> [String: ReadActivityFile] {
        let lines = try text(.activities)?.split(separator: "\n").map {
            $0.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        }
        return Dictionary(
            (lines ?? []).filter { $0.count == 3 }.map { fields in
                (
                    String(fields[2]),
                    ReadActivityFile(stamp: String(fields[0]), problem: fields[1].isEmpty ? nil : String(fields[1]))
                )
            }
        ) { $1 }
    }

    /// Records the files: a line for each, with its state, its problem and its name.
    func note(activityFiles: [String: ReadActivityFile]) throws {
        let lines = activityFiles.sorted { $0.key < $1.key }.map { name, file in
            let problem = (file.problem ?? "").split { $0 == "\n" || $0 == "\t" }.joined(separator: " ")
            return "\(file.stamp)\t\(problem)\t\(name)\n"
        }
        try set(.activities, Array(lines.joined().utf8))
    }
}

extension Ledger {
    /// The files of recorded activities that were read, by name.
    public func activityFiles() throws(LedgerError) -> [String: ReadActivityFile] {
        try read { try FactStore($0).activityFiles() }
    }
}
