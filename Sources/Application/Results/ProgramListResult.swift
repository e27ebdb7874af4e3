package import CivilTime
package import Files
package import Platform
package import Ledger
package import Localization
import SystemPackage
package import Training
import YAMLSource

/// Active and shipped programs.
package struct ProgramListResult: CommandResult {
    package static let kind = "programs"

    /// An active program.
    package struct Active: Encodable {
        let id: String
        let name: String
        let start: String
        /// The program's priority, if at most one workout a day is planned.
        let priority: Int
        let properties: Properties?
        let path: ResultPath
        /// Whether the file is missing; the last version read then stays active.
        let missing: Bool
        /// Whether the file has the program without errors.
        let valid: Bool
        fileprivate let state: FileState

        private enum CodingKeys: String, CodingKey { case id, name, start, priority, properties, path, missing, valid }

        /// - Parameter program: the version in force; nil if it can no longer be read.
        package init(
            _ activation: Activation,
            _ program: Program?,
            _ file: Result<[UInt8], FileProblem>,
            _ paths: Paths
        ) {
            id = activation.programID
            name = program?.name ?? activation.programID
            start = activation.start.description
            priority = activation.priority
            properties = program.map(Properties.init)
            path = ResultPath(activation.path, paths)
            state = FileState(file, of: activation)
            missing = state == .missing
            valid = state == .valid
        }
    }

    /// The state of an active program's file; if it is not valid, the last version read stays active.
    fileprivate enum FileState: String {
        case valid, missing, unreadable, wrong, other

        init(_ file: Result<[UInt8], FileProblem>, of activation: Activation) {
            switch file {
            case .failure(let problem): self = problem.isMissing ? .missing : .unreadable
            case .success(let bytes) where bytes == activation.source: self = .valid
            case .success(let bytes):
                let program = ProgramReader.read(SourceText(path: activation.path.string, bytes: bytes)).program
                self = program.map { $0.id == activation.programID ? .valid : .other } ?? .wrong
            }
        }
    }

    /// A shipped program.
    package struct Shipped: Encodable {
        let id: String
        let name: String
        let dayCount: Int
        /// Its schedule; nil if the file has errors.
        let schedule: ProgramResult.Timetable?
        let properties: Properties?
        let path: ResultPath

        private enum CodingKeys: String, CodingKey {
            case id, name, dayCount = "day_count", schedule, properties, path
        }

        /// - Parameter program: the program; nil if its file has errors.
        package init(id: String, _ program: Program?, _ path: ResultPath, _ words: MessageCatalog) {
            self.id = id
            name = program?.name ?? id
            dayCount = program?.days.count ?? 0
            schedule = program.map { ProgramResult.Timetable($0, words) }
            properties = program.map(Properties.init)
            self.path = path
        }
    }

    /// What helps to choose a program.
    struct Properties: Encodable {
        /// The fewest workouts in seven days.
        let fewestDays: Int
        let mostDays: Int
        let goals: [String]
        let levels: [String]

        private enum CodingKeys: String, CodingKey {
            case fewestDays = "fewest_days", mostDays = "most_days", goals, levels
        }

        init(_ program: Program) {
            let days = program.schedule.daysPerWeek
            fewestDays = days.lowerBound
            mostDays = days.upperBound
            goals = program.goals.map(\.rawValue)
            levels = program.levels.map(\.rawValue)
        }

        /// The number of workouts a week: `3 days`, `3–4 days`.
        func days(_ words: MessageCatalog) -> String {
            let range = fewestDays == mostDays ? "\(mostDays)" : "\(fewestDays)–\(mostDays)"
            return TextWrap.firm(words.text(mostDays == 1 ? .programDay : .programDays, ["count": range]))
        }

        /// The goals and levels in parentheses: `strength (beginner, intermediate)`.
        func kind(_ words: MessageCatalog) -> String {
            let goal = goals.map { words.word("program.goal", $0) }.joined(separator: ", ")
            guard !levels.isEmpty else { return goal }
            let level = levels.map { words.word("program.level", $0) }.joined(separator: ", ")
            return goal.isEmpty ? level : "\(goal) (\(level))"
        }
    }

    let active: [Active]
    let shipped: [Shipped]
    private let isFiltered: Bool
    private let nextStep: String?
    private let words: MessageCatalog
    private let since: [String]

    private enum CodingKeys: String, CodingKey { case active, shipped }

    /// - Parameters:
    ///   - isFiltered: whether only programs with some properties were asked for.
    ///   - nextStep: what to do if there are none.
    package init(
        active: [Active],
        shipped: [Shipped],
        isFiltered: Bool,
        nextStep: String?,
        _ words: MessageCatalog,
        today: CivilDate
    ) {
        self.words = words
        since = active.map { program in
            let date =
                (try? CivilDate(parsing: program.start)).map { words.format.statedDate($0, today: today) }
                ?? program.start
            let since = words.text(.programSince, ["date": date])
            guard program.priority != 0 else { return since }
            return words.text(.programPriority, ["since": since, "priority": "\(program.priority)"])
        }
        self.active = active
        self.shipped = shipped
        self.isFiltered = isFiltered
        self.nextStep = nextStep
    }

    package func text(_ style: Style, columns: Int) -> String {
        if let nextStep { return TextWrap.lines(nextStep, columns: columns).joined(separator: "\n") + "\n" }
        var blocks: [[String]] = []
        if !active.isEmpty {
            let rows = zip(active, since).map { ["  " + style.green($0.id), $0.name, $1, place($0, style)] }
            blocks.append([style.bold(words.text(.programsActive))] + TextTable.lines(rows, columns: columns))
        } else if !isFiltered {
            let text = words.text(.noneActive, ["command": "antrain program activate NAME"])
            blocks.append(TextWrap.lines(text, columns: columns))
        }
        if !shipped.isEmpty || !isFiltered {
            blocks.append(
                [style.bold(words.text(.programsShipped))] + TextTable.lines(shippedRows(style), columns: columns)
                    + folders(style, columns)
            )
        }
        let steps = [
            words.text(.programsShow, ["command": "antrain program show NAME"]),
            words.text(.programsCopy, ["command": "antrain program copy NAME"]),
        ]
        blocks.append(steps)
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    package var shippedIDs: [String] { shipped.map(\.id) }

    /// The shipped programs, each with a number to choose it by.
    package func numbered(_ style: Style, columns: Int) -> String {
        let width = "\(shipped.count)".count
        let rows = shippedRows(style).enumerated().map { place, row in
            let number = "\(place + 1)"
            return ["  " + String(repeating: " ", count: width - number.count) + number + row[0]] + row.dropFirst()
        }
        return TextTable.lines(rows, columns: columns).joined(separator: "\n") + "\n"
    }

    private func shippedRows(_ style: Style) -> [[String]] {
        shipped.map { program in
            [
                "  " + program.id, program.name, program.properties?.days(words) ?? "",
                style.dim(program.properties?.kind(words) ?? ""),
            ]
        }
    }

    private func folders(_ style: Style, _ columns: Int) -> [String] {
        let folders = shipped.map { FilePath($0.path.shown).removingLastComponent().string }
        return folders.enumerated().filter { !folders[..<$0.offset].contains($0.element) }.flatMap {
            TextWrap.lines(style.dim("  " + words.text(.programIn, ["folder": $0.element])), columns: columns)
        }
    }

    private func place(_ program: Active, _ style: Style) -> String {
        style.dim(program.path.shown)
            + (program.valid ? "" : style.magenta(" (\(words.word("program.file", program.state.rawValue)))"))
    }
}
