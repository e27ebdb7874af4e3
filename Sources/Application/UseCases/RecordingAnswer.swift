import CivilTime
import Delivery
import Files
import Ledger
import Localization
import Planning
package import Platform
import Reminders
package import Results
package import RunnerProtocol
package import Session
package import Training

/// Records an answer that a channel's plugin reported, as the command of the same name does, and what became of it.
///
/// One transaction contains the answer and its ID, so that it counts once, however often it is reported.
package struct RecordingAnswer {
    /// The result of recording an answer.
    package struct Outcome {
        package let channel: String
        package let settlement: WireSettlement
        /// What the answer changed; nil if nothing, or if it was recorded earlier.
        package var effect: Effect?
        /// Why it was refused, unless that was known.
        package var refusal: String?
    }

    /// What an answer changed.
    package enum Effect {
        case started([Occurrence])
        case acted(ActionResult)
    }

    private let workspace: Workspace
    private let answer: WireAnswer
    private let channel: String
    private let needsToken: Bool
    private let unread: [String]

    /// - Parameters:
    ///   - channel: the channel whose plugin reported it.
    ///   - needsToken: whether it counts only with the token of its notification.
    ///   - unread: lines that are no part of the answer.
    package init(
        _ workspace: Workspace,
        _ answer: WireAnswer,
        on channel: String,
        needsToken: Bool,
        unread: [String] = []
    ) {
        self.unread = unread
        (self.workspace, self.answer, self.channel, self.needsToken) = (workspace, answer, channel, needsToken)
    }

    /// - Throws: if the answer could not be recorded now; the plugin reports it again.
    package func run() throws(CommandError) -> Outcome {
        // Without a valid ID nothing can be recorded about it.
        if let problem = answer.idProblem {
            return Outcome(channel: channel, settlement: settled(false, problem), refusal: problem)
        }
        let known = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.reportedAnswer(answer.id, on: channel)
        }
        if let known { return Outcome(channel: channel, settlement: settled(known.isRecorded, known.text)) }
        if needsToken {
            // Anyone can send any number of answers with a wrong token, so that the ledger does not record them.
            if let problem = try tokenProblem() {
                // Channels may share the place where answers arrive.
                let refusal = try isForAnotherChannel() ? nil : problem
                return Outcome(channel: channel, settlement: settled(false, problem), refusal: refusal)
            }
            if AnswerSigner.hasExpired(answer.token, now: try workspace.now()) {
                return try refuse("its reminder was sent more than two weeks ago")
            }
        }
        if let problem = answer.problem { return try refuse(problem) }
        do throws(CommandError) {
            let folder = workspace.paths.data
            return try workspace.context.files.locked(.answers, in: folder) { () throws(CommandError) in try record() }
        } catch {
            guard error.isAboutRequest else { throw error }
            return try refuse(error.message)
        }
    }

    /// Why the answer's token does not prove that its sender received the notification; nil if it does.
    private func tokenProblem() throws(CommandError) -> String? {
        try hasToken(of: [channel]) ? nil : "its token is not that of the reminder"
    }

    /// Whether another channel in use reads and records it.
    private func isForAnotherChannel() throws(CommandError) -> Bool {
        let id = NotificationID(rawValue: answer.notification)
        let channels = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.channels(of: id) }
        guard try hasToken(of: channels) else { return false }
        let used = try Store(workspace).session.channelsInUse
        return try hasToken(of: channels.filter(used.contains))
    }

    private func hasToken(of channels: [String]) throws(CommandError) -> Bool {
        let secret = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.knownAnswerSecret() }
        let id = NotificationID(rawValue: answer.notification)
        let signer = AnswerSigner(secret: secret ?? [])
        return channels.contains { signer.matches(answer.token, id, on: $0) }
    }

    private func settled(_ isRecorded: Bool, _ text: String) -> WireSettlement {
        WireSettlement(id: answer.id, isRecorded: isRecorded, text: text)
    }

    /// Refuses the answer, unless its ID is known, and records why.
    package func refuse(_ reason: String) throws(CommandError) -> Outcome {
        let date = NotificationID(rawValue: answer.notification).date
        let refused = reported(date, at: try workspace.now(), isRecorded: false, reason)
        try workspace.createLedger()
        _ = try workspace.withLedger { (ledger) throws(LedgerError) in
            try ledger.record([.reported(refused)], continuing: nil, at: refused.at)
        }
        return Outcome(channel: channel, settlement: settled(false, reason), refusal: reason)
    }

    private func reported(_ date: CivilDate?, at instant: Instant, isRecorded: Bool = true, _ text: String)
        -> ReportedAnswer
    {
        ReportedAnswer(
            channel: channel,
            id: answer.id,
            notification: NotificationID(rawValue: answer.notification),
            date: date,
            action: answer.action,
            at: instant,
            isRecorded: isRecorded,
            text: text
        )
    }

    private func record() throws(CommandError) -> Outcome {
        let id = NotificationID(rawValue: answer.notification)
        let held = try workspace.withLedger { (ledger) throws(LedgerError) in try ledger.held(id, on: channel) }
        guard let (notification, plannedAt) = held else { throw .notShown(answer.notification) }
        let store = try Store(workspace)
        let instant = given(since: plannedAt, now: store.session.now)
        // What the user said later counts, even if it was recorded earlier.
        let outdated = try workspace.withLedger { (ledger) throws(LedgerError) in
            var later: Set<OccurrenceKey> = []
            for key in notification.occurrences {
                if let given = try ledger.answer(to: key), given.at > instant { later.insert(key) }
            }
            return later
        }
        let outcome = AnswerEffect(
            store,
            answer,
            notification,
            at: instant,
            without: outdated,
            timesMove: !needsToken,
            unread: unread
        )
        defer { workspace.reportedAnswer = nil }
        let (effect, text) = try outcome.run { text in
            workspace.reportedAnswer = reported(notification.date, at: instant, text)
        }
        return Outcome(channel: channel, settlement: settled(true, text), effect: effect)
    }

    /// When the user gave the answer; now if the reported time is in the future, or before the reminder was planned.
    private func given(since plannedAt: Instant, now: Instant) -> Instant {
        let instant = Instant(secondsSinceEpoch: answer.instant)
        return (plannedAt...max(plannedAt, now)).contains(instant) ? min(instant, now) : now
    }
}

/// The effect of a reported answer on the workouts and reminders of a notification.
private struct AnswerEffect {
    private let store: Store
    private let answer: WireAnswer
    private let notification: PlannedNotification
    private let instant: Instant
    private let outdated: Set<OccurrenceKey>
    private let timesMove: Bool
    private let unread: [String]

    /// - Parameters:
    ///   - outdated: the workouts and reminders to which the user gave a later answer.
    ///   - timesMove: whether a snooze until a time on a later day moves the workout to that day, as when the user moves a task; otherwise,
    ///     only one until a date does.
    init(
        _ store: Store,
        _ answer: WireAnswer,
        _ notification: PlannedNotification,
        at instant: Instant,
        without outdated: Set<OccurrenceKey>,
        timesMove: Bool,
        unread: [String]
    ) {
        (self.store, self.answer, self.notification) = (store, answer, notification)
        (self.instant, self.outdated, self.timesMove) = (instant, outdated, timesMove)
        self.unread = unread
    }

    /// Names the lines that were not read.
    private func note(_ lines: [String] = []) -> String {
        let all = lines + unread.map { "'\($0.prefix(60))'" }
        return all.isEmpty ? "" : "not read: " + all.joined(separator: "; ")
    }

    /// - Parameter recording: receives a text about unreadable lines, before the commit that records the answer.
    func run(recording: (String) -> Void) throws(CommandError) -> (RecordingAnswer.Effect?, text: String) {
        guard let verb = AnswerVerb(rawValue: answer.action), verb != .move else { throw .unknownAction(answer.action) }
        let isOutdated = !outdated.isEmpty && outdated.isSuperset(of: notification.occurrences)
        // Nothing begins with a reminder of the user's own.
        guard !isOutdated, verb != .start || notification.reminderNumber == nil else {
            let text = isOutdated ? "a later answer is in force" : ""
            recording(text)
            _ = try store.commit()
            return (nil, text)
        }
        let request = AnswerRequest(verb, .notification(notification))
        let reached = try store.reaching(request)
        let candidates = try reached.session.meaning(of: request).candidates
        let subjects = candidates.flatMap(\.subjects).filter { !outdated.contains($0.key) }
        switch verb {
        case .done:
            let (results, unread) = reached.results(lines: answer.detail, subjects)
            let text = note(unread)
            recording(text)
            return (.acted(try Answering(reached, .completed, subjects, results).run()), text)
        case .skip:
            recording(note())
            return (.acted(try Answering(reached, .skipped, subjects).run()), note())
        case .start:
            recording(note())
            return (.started(try Starting(store, subjects).run()), note())
        case .snooze, .move: return (.acted(try snooze(candidates, recording)), note())
        }
    }

    private func snooze(_ candidates: [AnswerCandidate], _ recording: (String) -> Void) throws(CommandError)
        -> ActionResult
    {
        let session = store.session
        let reminders = candidates.compactMap(\.reminder)
        let (end, day) = try end()
        let workouts = candidates.flatMap(\.subjects).compactMap(\.occurrence)
        guard let day, let workout = workouts.first, ![workout.date, notification.fireAt.date].contains(day) else {
            recording(note())
            return try Snoozing(store, reminders, end).run()
        }
        guard day >= session.today, TrainingCalendar.canMove(workout.date, to: day) else {
            throw .badOption(
                name: "detail",
                value: answer.detail,
                reason: "expected today (\(session.today)) or a later date"
            )
        }
        let programs = Set(workouts.map(\.programID))
        let moving = Moving(
            store,
            workouts,
            of: programs.count == 1 ? programs.first : nil,
            from: workout.date,
            to: day
        )
        let (moved, obstacles) = moving.movable
        guard !moved.isEmpty else {
            throw .badOption(name: "detail", value: answer.detail, reason: obstacles.joined(separator: "; "))
        }
        // Someone who moves a task sees both workouts; someone who puts off a reminder does not expect another workout in return.
        let others = timesMove ? [] : AnswerResolver(session.input).open(on: day)
        if let other = others.first(where: { programs.contains($0.programID) }) {
            let command = "antrain move \(workout.date) \(day)"
            throw .badOption(
                name: "detail",
                value: answer.detail,
                reason: "'\(other.dayName)' is planned on \(day); to swap the workouts: \(command)"
            )
        }
        recording(note())
        return try moving.run()
    }

    /// When the snooze ends, and its date if the answer has one.
    private func end() throws(CommandError) -> (Snoozing.End, CivilDate?) {
        let (now, zone) = (store.session.now, store.session.zone)
        if answer.detail.isEmpty {
            // It may have been given long ago; a reminder whose time is ahead is snoozed from its time.
            let end = instant.adding(store.session.settings.snooze.of(notification))
            return notification.instant <= now && instant < now ? (.at(max(end, now)), nil) : (.usual, nil)
        }
        if let date = try? CivilDate(parsing: answer.detail) {
            let time = CivilDateTime(date: date, time: notification.fireAt.time)
            return date == notification.fireAt.date ? (.usual, date) : (.at(max(zone.instant(of: time), now)), date)
        }
        guard let until = try? Instant(parsing: answer.detail, in: zone) else {
            throw .badOption(
                name: "detail",
                value: answer.detail,
                reason: "expected a time such as 2026-11-23T08:30:00Z, or a date"
            )
        }
        return (.at(max(until, now)), timesMove ? zone.civil(at: until).date : nil)
    }
}

extension CommandError {
    /// Whether the request itself is wrong, so that another attempt would fail, too.
    fileprivate var isAboutRequest: Bool {
        switch self {
        case .ledger, .ledgerInUse, .file, .told: false
        default: [.usage, .missingInput].contains(status)
        }
    }
}
