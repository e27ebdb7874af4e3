package import CivilTime
internal import Reminders

/// What the rows of a history amount to: which of them are in force.
///
/// The history is what the actions that were not undone say, in the order of their events. So it depends only on the set of events, not on
/// the order in which machines learned of them, and an undone action leaves no trace, whatever happened between it and its undoing.
/// `ActionStore` keeps the same state with each action on one machine; `RowRanking` recomputes it when events of other machines arrive.
///
/// - `ID`: what identifies a row among all tables. An action is identified by its first row in the journal.
package struct HistoryFold<ID: Hashable & Sendable> {
    /// A row that an action added.
    package struct Row {
        package let id: ID
        /// nil for rows that no action of the user added, such as an edit of a program's file.
        package let action: ID?
        package let machine: String
        package let at: Instant
        package let content: Content

        package init(_ id: ID, action: ID?, on machine: String, at: Instant, _ content: Content) {
            (self.id, self.action, self.machine, self.at, self.content) = (id, action, machine, at, content)
        }
    }

    /// The part of a row that decides which rows end each other.
    package enum Content {
        case activated(program: String)
        case deactivated(program: String)
        /// The file of a program has another text.
        case edited(program: String, edition: ID)
        /// A reminder of the user, or another version of one.
        case reminder(revises: ID?)
        case reminderDeleted(ID)
        case reminderWithdrawn(ID)
        case reminderAdded(ID)
        case reminderImported(ID, uid: String)
        /// An answer to a workout or reminder, by its subject and date.
        case answered(String)
        case unanswered(String)
        case undone(action: ID)
        case redone(action: ID)
        case timeMoved(on: CivilDate)
        /// The rows of the log that follow in the action were imported.
        case imported
        case log(LogRow)
        case other
    }

    /// A row of the training log.
    package struct LogRow {
        /// The entry that it corrects or deletes.
        package let revises: ID?
        /// The date, program, program day and exercise; nil for entries without a workout.
        package let workout: String?
        /// The date, exercise and sets.
        package let performance: String
        package let isPlanned: Bool
        package let isDeletion: Bool

        package init(revises: ID?, workout: String?, performance: String, isPlanned: Bool, isDeletion: Bool) {
            (self.revises, self.workout, self.performance) = (revises, workout, performance)
            (self.isPlanned, self.isDeletion) = (isPlanned, isDeletion)
        }
    }

    /// Why a row is no longer in force.
    package struct End: Hashable, Sendable {
        package let at: Instant
        /// The action that ended it, which can be undone; nil if that was not an action of the user.
        package let action: ID?
    }

    /// When actions were undone.
    package private(set) var undone: [ID: Instant] = [:]
    /// What ended rows, apart from those of undone actions.
    package private(set) var ends: [ID: End] = [:]
    /// The texts of activations that the user edited later.
    package private(set) var editions: [ID: ID] = [:]

    /// - Parameter rows: the rows in the order of their events.
    package init(_ rows: [Row]) {
        undo(rows)
        var texts = Texts()
        var replay = Replay(rows.count)
        for row in rows {
            texts.add(row)
            if let action = row.action, undone[action] != nil { continue }
            replay.add(row)
        }
        ends.merge(replay.ends) { own, _ in own }
        editions = texts.editions
    }

    /// Finds which actions are undone.
    private mutating func undo(_ rows: [Row]) {
        var undoing: [ID: ID] = [:]
        for row in rows {
            switch row.content {
            case .undone(let action):
                if undone[action] == nil {
                    (undone[action], undoing[action]) = (row.at, row.id)
                } else {
                    // Two machines undid it.
                    ends[row.id] = End(at: row.at, action: nil)
                }
            case .redone(let action):
                undone[action] = nil
                if let undoing = undoing.removeValue(forKey: action) { ends[undoing] = End(at: row.at, action: nil) }
            default: break
            }
        }
    }
}

extension HistoryFold {
    /// The texts of activations: an edit belongs to the activation whose file had it, even if that was undone later.
    private struct Texts {
        private(set) var editions: [ID: ID] = [:]
        private var activations: [String: [(id: ID, action: ID?, end: ID??)]] = [:]
        private var undone: Set<ID> = []

        mutating func add(_ row: Row) {
            switch row.content {
            case .activated(let program):
                end(program, by: row)
                activations[program, default: []].append((row.id, row.action, nil))
            case .deactivated(let program): end(program, by: row)
            case .edited(let program, let edition):
                if let index = current(program), let id = activations[program]?[index].id { editions[id] = edition }
            case .undone(let action): undone.insert(action)
            case .redone(let action): undone.remove(action)
            default: break
            }
        }

        private mutating func end(_ program: String, by row: Row) {
            if let index = current(program) { activations[program]?[index].end = .some(row.action) }
        }

        /// The activation of a program that is in force at this point.
        private func current(_ program: String) -> Int? {
            activations[program]?.lastIndex { activation in
                let isUndone = activation.action.map(undone.contains) ?? false
                let isEnded = activation.end.map { end in end.map { !undone.contains($0) } ?? true } ?? false
                return !isUndone && !isEnded
            }
        }
    }
}

extension HistoryFold {
    /// The rows in force at a point of the history.
    private struct Replay {
        private(set) var ends: [ID: End] = [:]
        private var activations: [String: ID] = [:]
        /// The present row of each reminder, by its first row.
        private var reminders: [ID: ID] = [:]
        private var additions: [ID: ID] = [:]
        private var uids: [String: String] = [:]
        private var answers: [String: [ID]] = [:]
        private var moves: [(id: ID, machine: String, date: CivilDate)] = []
        private var imports: Set<ID> = []
        private var log: [ID: (machine: String, row: LogRow)] = [:]
        private var workouts: [String: [ID]] = [:]
        private var performances: [String: [ID]] = [:]
        /// The entries of other machines that a machine's imported entries repeat, by that machine.
        private var matched: [String: Set<ID>] = [:]

        init(_ count: Int) { ends.reserveCapacity(count / 8) }

        private mutating func end(_ id: ID?, by row: Row) {
            if let id { ends[id] = End(at: row.at, action: row.action) }
        }

        mutating func add(_ row: Row) {
            switch row.content {
            case .activated(let program): end(activations.updateValue(row.id, forKey: program), by: row)
            case .deactivated(let program): end(activations.removeValue(forKey: program), by: row)
            case .reminder(let root): end(reminders.updateValue(row.id, forKey: root ?? row.id), by: row)
            case .reminderDeleted(let root): end(reminders.removeValue(forKey: root), by: row)
            case .reminderAdded(let root): additions[root] = row.id
            case .reminderWithdrawn(let root):
                for id in [reminders.removeValue(forKey: root), additions[root]] { end(id, by: row) }
            case .reminderImported(let root, let uid):
                guard let other = uids[uid], other != row.machine else { return uids[uid] = row.machine }
                for id in [reminders.removeValue(forKey: root), row.id] { end(id, by: row) }
            case .answered(let workout): answers[workout, default: []].append(row.id)
            case .unanswered(let workout): for id in answers.removeValue(forKey: workout) ?? [] { end(id, by: row) }
            case .timeMoved(let date): move(row, date)
            case .imported: if let action = row.action { imports.insert(action) }
            case .log(let entry): log(row, entry)
            case .edited, .undone, .redone, .other: break
            }
        }

        /// A move of the time of reminders replaces those of later dates, unless another machine has just moved it.
        private mutating func move(_ row: Row, _ date: CivilDate) {
            let isRepeated = moves.contains { move in
                move.machine != row.machine && abs(move.date.days(until: date)) < TimeMove.leastDays
            }
            if isRepeated { return ends[row.id] = End(at: row.at, action: nil) }
            for move in moves where move.date > date && ends[move.id] == nil {
                ends[move.id] = End(at: row.at, action: nil)
            }
            moves.append((row.id, row.machine, date))
        }

        /// An entry of a workout that was logged as planned, or imported, on two machines counts once.
        private mutating func log(_ row: Row, _ entry: LogRow) {
            guard entry.revises == nil else { return revise(row, entry) }
            func isOther(_ id: ID) -> Bool { log[id].map { $0.machine != row.machine } ?? false }
            if entry.isPlanned, let workout = entry.workout, workouts[workout]?.contains(where: isOther) ?? false {
                return end(row.id, by: row)
            }
            if let action = row.action, imports.contains(action) {
                let taken = matched[row.machine] ?? []
                let other = performances[entry.performance]?.first { isOther($0) && !taken.contains($0) }
                if let other {
                    matched[row.machine, default: []].insert(other)
                    return end(row.id, by: row)
                }
            }
            keep(row.id, row.machine, entry)
        }

        private mutating func revise(_ row: Row, _ entry: LogRow) {
            guard let root = entry.revises, let former = log[root] else { return }
            if let workout = former.row.workout { workouts[workout]?.removeAll { $0 == root } }
            performances[former.row.performance]?.removeAll { $0 == root }
            if entry.isDeletion { log[root] = nil } else { keep(root, former.machine, entry) }
        }

        private mutating func keep(_ id: ID, _ machine: String, _ entry: LogRow) {
            log[id] = (machine, entry)
            if let workout = entry.workout { workouts[workout, default: []].append(id) }
            performances[entry.performance, default: []].append(id)
        }
    }
}
