import Foundation
import TestSupport

/// A month of a user with two phones: antrain runs on some days, and the phones synchronize on some days.
///
/// After each run, the collection must equal the plan; after each synchronization, the phone must equal the collection.
final class PhoneMonth {
    let home: Home
    private let phones: [TaskPhone]
    private static let zones = ["Europe/Berlin", "America/New_York"]
    private let server: TaskServer?
    /// The folder with the collection's objects.
    private let collection: String
    private var plan: MonthPlan
    private let days: Range<Int>
    private var now: Int64
    var problems: [String] = []
    private var story: [String] = []

    /// A user's action on a task.
    private struct Given {
        let deed: MonthScript.Deed
        let occurrence: Int
        let instant: Int64
        let notification: String
        let uid: String
    }

    /// The actions that antrain has not read yet, on each phone and in the collection.
    private var onPhones: [[Given]] = [[], []]
    private var inCollection: [Given] = []
    /// The answers that the history must contain, such as `done workout/2026-10-12/0730 MINUTE`.
    private var answers: [(occurrence: Int, line: String)] = []
    private var refused = 0
    /// The workouts for which sets were written into a task.
    private var withSets: Set<Int> = []
    /// The UIDs of all tasks so far.
    private var uids: Set<String> = []
    /// The alarms that each phone has now, and those that rang.
    private var armed: [Set<Int64>] = [[], []]
    private var rung: [[Int64]] = [[], []]
    private var planned: Set<Int64> = []
    /// The days whose tasks the collection and each phone have.
    private var daysInCollection = ..<0
    private var daysOnPhones = [..<0, ..<0]
    private var lastSeen: [Int64]
    private(set) var figures: [String: Int] = [:]

    /// The objects of other programs in each folder when first seen; servers rewrite what they store.
    private var firstSeen: [String: [String: String]] = [:]

    /// Objects of other programs.
    private static let foreign = [
        "milk.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\n"
            + "DTSTAMP:20261001T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        "antrain-like.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:antrain-like\r\n"
            + "DTSTAMP:20261001T000000Z\r\nSUMMARY:Repair\\, or not\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
    ]

    /// - Parameter kind: the server with the collection; nil for a folder.
    init(days: Range<Int>, on kind: TaskServer.Kind?) throws {
        self.days = days
        plan = MonthPlan(days: days.upperBound)
        now = MonthPlan.instant(days.lowerBound, -4 * 60)
        lastSeen = [now, now]
        home = try Home(now: Self.time(now))
        server = try kind.map { try TaskServer($0) }
        collection = server?.path ?? home.folder.path + "/lists/training"
        for (name, text) in Self.foreign {
            if let server { try server.put(name, text) } else { try home.folder.write("lists/training/" + name, text) }
        }
        let account = "user: \(TaskServer.user), password: \(TaskServer.password)"
        let values = server.map { "url: \"\($0.url)\", \(account)" } ?? "folder: \(collection)"
        try home.folder.write(
            ".config/antrain/settings.yaml",
            """
            enabled: on
            time: 07:30
            days: [mon, wed, fri]
            follow-up: 2h
            channels: [tasks]
            configure:
              tasks: {\(values)}

            """
        )
        let (list, server) = (collection, server)
        phones = try Self.zones.map { zone in
            try server.map { try TaskPhone(with: $0, zone: zone) } ?? TaskPhone(with: list, zone: zone)
        }
        try antrain("program activate push-pull-legs.yaml")
        try antrain(["reminder", "add", "Turn the wheel", "--at", "02:30", "--repeat", "weekly:tue,sun"])
        try antrain("schedule-next")
        try checkCollection()
        for phone in phones.indices { try synchronize(phone) }
    }

    var occurrences: [MonthPlan.Occurrence] { plan.occurrences }

    private func note(_ problem: String) {
        problems.append("\(Self.time(now)): \(problem); after: \(story.suffix(12).joined(separator: ", "))")
    }

    /// A time in UTC: `2026-10-12T05:30:00Z`.
    static func time(_ instant: Int64) -> String {
        Date(timeIntervalSince1970: Double(instant)).formatted(.iso8601)
    }

    private static func local(_ instant: Int64, _ phone: Int) -> String {
        let zone = TimeZone(identifier: zones[phone])
        let shift = Int64(zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))) ?? 0)
        return time(instant + shift).replacing("T", with: " ").replacing("Z", with: "")
    }

    static func date(_ day: Int) -> String {
        String(time(MonthPlan.start + Int64(day) * 86_400 + 12 * 3600).prefix(10))
    }

    @discardableResult
    private func antrain(_ line: String) throws -> Finished { try antrain(line.split(separator: " ").map(String.init)) }

    @discardableResult
    private func antrain(_ arguments: [String]) throws -> Finished {
        home.now = Self.time(now)
        let run = try home.antrain(arguments: arguments)
        if run.status != 0 { note("\(arguments): \(run)") }
        return run
    }

    // MARK: The course

    func live(_ script: MonthScript) throws {
        for (instant, event) in script.events {
            now = instant
            switch event {
            case .run: try run()
            case .synchronize(let phone): try synchronize(phone)
            case .act(let deed, let occurrence, let phone): try act(deed, occurrence, phone)
            case .undo(let occurrence): try undo(occurrence)
            }
        }
    }

    private func run() throws {
        story.append("run \(Self.time(now))")
        figures["runs with tasks", default: 0] += 1
        let run = try antrain("schedule-next")
        let given = inCollection.sorted { $0.instant < $1.instant }
        inCollection = []
        for one in given { learn(one, run) }
        try checkCollection()
    }

    /// Updates the plan and the expected answers after antrain reads an action.
    private func learn(_ one: Given, _ run: Finished) {
        let index = one.occurrence
        func expect(_ action: String) {
            answers.append((index, "\(action) \(one.notification) \(Self.time(one.instant / 60 * 60))"))
        }
        switch one.deed {
        case .tick, .tickWithSets:
            expect("done")
            plan.close(index)
        case .cancel:
            expect("skip")
            plan.close(index)
        case .snooze:
            expect("snooze")
            plan.snooze(index, to: MonthPlan.instant(plan.occurrences[index].day, 18 * 60), now: now)
        case .move:
            expect("snooze")
            plan.move(index, to: plan.occurrences[index].day + 1)
        case .tickEarly:
            refused += 1
            if !run.errors.contains("was refused") { note("an early tick was not refused: \(run)") }
        case .delete: break
        }
    }

    private func checkCollection() throws {
        let tasks = try Self.tasks(in: collection)
        let open = tasks.filter(\.isOpen)
        let ahead = open.flatMap(\.alarms).filter { $0 > now }.sorted()
        let expected = plan.alarms(at: now)
        if ahead != expected {
            note("alarms \(ahead.map(Self.time)), expected \(expected.map(Self.time))")
        }
        planned.formUnion(expected)
        daysInCollection = MonthPlan.days(plannedAt: now)
        for (notification, same) in Dictionary(grouping: open, by: \.notification) where same.count > 1 {
            note("\(notification) is there \(same.count) times")
        }
        uids.formUnion(tasks.map(\.uid))
        checkForeign(in: collection)
    }

    private func checkForeign(in folder: String) {
        let texts = Self.foreign.keys.map {
            ($0, (try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) ?? "")
        }
        let seen = Dictionary(uniqueKeysWithValues: texts)
        let before = firstSeen[folder] ?? (server == nil ? Self.foreign : seen)
        if seen != before || seen.values.contains("") { note("\(before) is \(seen) in \(folder)") }
        firstSeen[folder] = before
    }

    static func tasks(in folder: String) throws -> [SeenTask] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ics") }.sorted()
            .compactMap { try SeenTask(String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) }
    }

    // MARK: Phones

    private func synchronize(_ phone: Int) throws {
        story.append("phone \(phone) \(Self.time(now))")
        figures["phones synchronized", default: 0] += 1
        ring(phone)
        try phones[phone].synchronize()
        for one in onPhones[phone] {
            // The user changed the task again before antrain read the first change.
            inCollection.removeAll { $0.occurrence == one.occurrence && [.snooze, .move].contains($0.deed) }
            inCollection.append(one)
        }
        onPhones[phone] = []
        daysOnPhones[phone] = daysInCollection
        let (mine, theirs) = (try Self.tasks(in: phones[phone].path), try Self.tasks(in: collection))
        if Set(mine) != Set(theirs) { note("phone \(phone) has \(mine), and the collection \(theirs)") }
        arm(phone, mine)
        checkForeign(in: phones[phone].path)
    }

    private func arm(_ phone: Int, _ tasks: [SeenTask]) { armed[phone] = Set(tasks.filter(\.isOpen).flatMap(\.alarms)) }

    /// Records the alarms at which the phone rang since the last call.
    private func ring(_ phone: Int) {
        rung[phone] += armed[phone].filter { $0 > lastSeen[phone] && $0 <= now }.sorted()
        lastSeen[phone] = now
    }

    private func act(_ deed: MonthScript.Deed, _ index: Int, _ phone: Int) throws {
        ring(phone)
        let occurrence = plan.occurrences[index]
        let tasks = try Self.tasks(in: phones[phone].path)
        let mine = tasks.filter { task in task.isOpen && isTask(task, of: occurrence) }
        let due = deed == .tickEarly ? mine : mine.filter { $0.due <= now }
        guard let task = due.max(by: { $0.due < $1.due }) else {
            if !occurrence.isClosed, !isAnswered(index), daysOnPhones[phone].contains(occurrence.day) {
                note("phone \(phone) has no task to \(deed) of \(occurrence)")
            }
            return
        }
        let chosen = deed == .tickEarly ? mine.min { $0.due < $1.due } ?? task : task
        try carryOut(deed, chosen, phone, index)
        figures["deeds on phones", default: 0] += 1
        let given = Given(
            deed: deed,
            occurrence: index,
            instant: now,
            notification: chosen.notification,
            uid: chosen.uid
        )
        story.append("phone \(phone) \(Self.time(now)) \(deed) \(chosen.notification)")
        onPhones[phone].removeAll { $0.occurrence == index && [.snooze, .move].contains($0.deed) }
        onPhones[phone].append(given)
        arm(phone, try Self.tasks(in: phones[phone].path))
    }

    private func isTask(_ task: SeenTask, of occurrence: MonthPlan.Occurrence) -> Bool {
        let kind = occurrence.isWorkout ? "workout" : "reminder/1"
        // A phone may not know yet that a workout was moved.
        let days =
            occurrence.isWorkout && occurrence.day % 7 % 2 == 1
            ? [occurrence.day, occurrence.day - 1] : [occurrence.day]
        return days.contains { task.notification.hasPrefix("\(kind)/\(Self.date($0))") }
    }

    /// Whether the user has answered the occurrence, and antrain has not read the answer.
    private func isAnswered(_ index: Int) -> Bool {
        (inCollection + onPhones[0] + onPhones[1]).contains { $0.occurrence == index }
    }

    private func carryOut(_ deed: MonthScript.Deed, _ task: SeenTask, _ phone: Int, _ index: Int) throws {
        let (one, time, day) = (phones[phone], Self.local(now, phone), plan.occurrences[index].day)
        // todoman gives the task another number after each edit.
        func todoman(_ words: String..., editor: String = "") throws {
            guard let id = try one.tasks().first(where: { $0.due == task.due && !$0.completed })?.id else {
                return note("todoman does not list \(task)")
            }
            try one.todoman(words.map { $0 == "ID" ? "\(id)" : $0 }, at: time, editor: editor)
        }
        func move(_ day: Int, _ minutes: Int64) throws {
            let due = Self.local(MonthPlan.instant(day, minutes), phone).prefix(16)
            try todoman("edit", "ID", "--due", String(due))
        }
        switch deed {
        case .tick, .tickEarly: try todoman("done", "ID")
        case .tickWithSets:
            try todoman("edit", "--raw", "ID", editor: "sed -i '0,/^DESCRIPTION:/s//&\(lift(index)) 5,5,3\\\\n/'")
            try todoman("done", "ID")
            withSets.insert(index)
        case .cancel: try todoman("cancel", "ID")
        case .delete: try todoman("delete", "--yes", "ID")
        case .snooze: try move(day, 18 * 60)
        case .move: try move(day + 1, 9 * 60)
        }
    }

    /// The first exercise of a workout.
    private func lift(_ index: Int) -> String {
        ["bench-press", "", "deadlift", "", "squat"][min(4, plan.occurrences[index].day % 7)]
    }

    // MARK: Undo

    private func undo(_ index: Int) throws {
        let date = Self.date(plan.occurrences[index].day)
        let list = try antrain("undo --list --json").output
        let object = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any]
        let actions = object?["actions"] as? [[String: Any]] ?? []
        let number = actions.firstIndex { action in
            let subjects = action["subjects"] as? [[String: Any]] ?? []
            return action["action"] as? String == "done" && subjects.contains { $0["date"] as? String == date }
        }
        guard let number, plan.occurrences[index].isClosed else { return note("there is nothing to undo on \(date)") }
        story.append("undo \(date)")
        try antrain("undo \(number + 1)")
        try antrain("schedule-next")
        plan.open(index)
        answers.removeAll { $0.occurrence == index }
        let again = try Self.tasks(in: collection).filter { $0.isOpen && isTask($0, of: plan.occurrences[index]) }
        if again.isEmpty || again.contains(where: { uids.contains($0.uid) }) {
            note("after undo: \(again)")
        }
        try checkCollection()
    }

    // MARK: Final checks

    /// Checks that antrain recorded the user's actions.
    func checkHistory(_ script: MonthScript) throws {
        try finish()
        let history = try json("history --since 2026-10-11 --limit 10000 --json")["notifications"] as? [[String: Any]]
        var found: [String] = []
        var foundRefused = 0
        for notification in history ?? [] {
            for answer in notification["answers"] as? [[String: Any]] ?? [] {
                // todoman's times are sometimes a second late.
                let minute = "\(answer["at"] ?? "")".prefix(16) + ":00Z"
                let words = ["\(answer["action"] ?? "")", "\(notification["id"] ?? "")", String(minute)]
                if answer["refused"] as? Bool == true {
                    foundRefused += 1
                } else {
                    found.append(words.joined(separator: " "))
                }
            }
        }
        if foundRefused != refused { note("\(foundRefused) answers were refused, expected \(refused)") }
        for index in script.contested {
            // The workout is done; which tick counts depends on which phone synchronizes first.
            let either = answers.filter { $0.occurrence == index }.map(\.line)
            let counted = found.filter(either.contains)
            if !either.isEmpty, counted.isEmpty { note("neither of \(either) counted") }
            found.removeAll(where: either.contains)
            answers.removeAll { $0.occurrence == index }
        }
        let expected = answers.map(\.line).sorted()
        if found.sorted() != expected {
            let (more, missing) = (found.filter { !expected.contains($0) }, expected.filter { !found.contains($0) })
            note(
                "the history has \(more) and lacks \(missing); \(found.count) answers, expected \(expected.count); \(story)"
            )
        }
        try checkLog()
        checkRings(script)
    }

    /// Runs and synchronizes until no action is pending.
    private func finish() throws {
        now += 600
        for phone in [0, 1] { try synchronize(phone) }
        try run()
    }

    private func json(_ line: String) throws -> [String: Any] {
        let output = try antrain(line).output
        return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    private func checkLog() throws {
        let entries = try json("log list --limit 10000 --json")["entries"] as? [[String: Any]] ?? []
        let names = entries.map { "\($0["date"] ?? "") \($0["exercise"] ?? "")" }
        if Set(names).count != names.count { note("exercises are in the log twice: \(names)") }
        for index in withSets where plan.occurrences[index].isClosed {
            let date = Self.date(plan.occurrences[index].day)
            let entry = entries.first { $0["date"] as? String == date && $0["exercise"] as? String == lift(index) }
            let sets = entry?["sets"] as? [[String: Any]] ?? []
            if sets.compactMap({ $0["reps"] as? Int }) != [5, 5, 3] {
                note("the log of \(date) has \(sets); \(names)")
            }
        }
    }

    /// Checks that each phone rang once, only at planned times, and always for reminders that the user ignored.
    private func checkRings(_ script: MonthScript) {
        for (phone, rings) in rung.enumerated() {
            if Set(rings).count != rings.count { note("phone \(phone) rang twice: \(rings)") }
            let others = rings.filter { !planned.contains($0) }
            if !others.isEmpty { note("phone \(phone) rang at \(others.map(Self.time))") }
            for occurrence in script.ignored.map({ plan.occurrences[$0] }) {
                let missing = occurrence.times.filter { !rings.contains($0) }
                if !missing.isEmpty { note("phone \(phone) did not ring at \(missing.map(Self.time))") }
            }
        }
    }

    /// Checks that only the objects of other programs are left when there are no reminders.
    func checkRemains() throws {
        try antrain("reminder delete 1")
        try antrain("program deactivate push-pull-legs")
        // Records of removed tasks are kept for two weeks, for phones that are offline.
        for _ in 0..<3 {
            try antrain("schedule-next")
            now += 8 * 86_400
        }
        for phone in [0, 1, 0] { try phones[phone].synchronize() }
        for folder in [collection] + phones.map(\.path) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
                .sorted()
            if names != Self.foreign.keys.sorted() { note("\(folder) still has \(names)") }
            checkForeign(in: folder)
        }
        let records = home.folder.path + "/.local/state/antrain/tasks"
        let left = try FileManager.default.subpathsOfDirectory(atPath: records).filter { $0.hasSuffix(".ics") }
        if !left.isEmpty { note("the plugin still remembers \(left)") }
    }
}
