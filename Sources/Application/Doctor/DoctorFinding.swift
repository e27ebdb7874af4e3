import SystemPackage
import YAMLSource

/// A finding of `antrain doctor`: what is wrong, where, and how to fix it.
struct DoctorFinding: Equatable {
    /// The severities in ascending order.
    enum Severity: String, Encodable, Comparable, CaseIterable {
        /// Nothing is wrong, but the user may not expect it.
        case note
        /// Something could not be checked, usually because of another finding.
        case unchecked
        /// Something works now, but may fail or is not as antrain left it.
        case warning
        case error

        static func < (first: Severity, second: Severity) -> Bool {
            let order: [Severity] = [.note, .unchecked, .warning, .error]
            return (order.firstIndex(of: first) ?? 0) < (order.firstIndex(of: second) ?? 0)
        }
    }

    /// A place in a file, or a whole file.
    struct Place: Equatable {
        let path: FilePath
        var line: Int?
        var column: Int?
    }

    let code: DoctorCode
    let severity: Severity
    /// What is wrong, in one line.
    let text: String
    /// The command or the instruction that fixes it.
    var fix: String?
    var place: Place?
    /// The change with which `doctor --fix` fixes it; nil if the user must decide.
    var repair: DoctorRepair?

    init(
        _ severity: Severity,
        _ code: DoctorCode,
        _ text: String,
        fix: String? = nil,
        place: Place? = nil,
        repair: DoctorRepair? = nil
    ) {
        self.severity = severity
        self.code = code
        self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.fix = fix
        self.place = place
        self.repair = repair
    }

    /// A finding with the text of an error, which has the form `PROBLEM; FIX`.
    init(_ severity: Severity, _ code: DoctorCode, splitting message: String, path: FilePath? = nil) {
        let unchanged = "; nothing was changed; "
        let cut = message.firstRange(of: unchanged) ?? message.firstRange(of: "; ")
        self.init(
            severity,
            code,
            cut.map { String(message[..<$0.lowerBound]) } ?? message,
            fix: cut.map { String(message[$0.upperBound...]) },
            place: path.map { Place(path: $0) }
        )
    }

    /// The findings of a reader, with their lines and columns.
    static func of(_ diagnostics: Diagnostics, in source: SourceText?, path: FilePath, _ code: DoctorCode, edit: String)
        -> [DoctorFinding]
    {
        diagnostics.sorted.map { diagnostic in
            let location = source.map { $0.location(of: diagnostic.span.start) }
            let advice = diagnostic.help ?? diagnostic.expected.map { "expected \($0)" }
            return DoctorFinding(
                diagnostic.severity == .error ? .error : .warning,
                code,
                diagnostic.message,
                fix: (advice.map { "\($0); " } ?? "") + "edit the file: \(edit)",
                place: Place(path: path, line: location?.line, column: location?.column)
            )
        }
    }

    /// That something could not be checked.
    static func unchecked(_ reason: String) -> DoctorFinding { DoctorFinding(.unchecked, .unchecked, reason) }
}
