import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// Random orders of planning runs, ticks, edits, deletions, half-written files and kills: afterwards the folder equals the plan.
@Suite struct TaskChaosTests {
    @Test(arguments: Share.of(Array(1...200), 8, "task-chaos")) func theFolderEqualsThePlan(seed: Int) throws {
        let chaos = try Chaos(seed: UInt64(seed))
        for _ in 0..<60 { try chaos.step() }
        try chaos.settle()
        try chaos.check()
    }
}

/// antrain, its user and other programs, who share a folder of tasks.
private final class Chaos {
    private let stage: TaskStage
    private var random: SplitMix64
    private let seed: UInt64
    /// What antrain wants to be in the folder, by key.
    private var wanted: [String: WireNotification] = [:]
    /// The keys that the user deleted after their time.
    private var dismissed: Set<String> = []
    /// The reminders that the user answered in the folder, and antrain does not know it yet.
    private var ticked: Set<String> = []
    /// How often antrain settled each answer.
    private var settled: [String: Int] = [:]
    private var foreign: [String: String] = [:]
    private var days = 22
    private var history: [String] = []

    private struct Killed: Error {}

    init(seed: UInt64) throws {
        stage = try TaskStage()
        random = SplitMix64(seed: seed)
        self.seed = seed
    }

    func step() throws {
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<5: try run(kills: Int.random(in: 0..<3, using: &random) == 0)
        case 5: plan()
        case 6: change()
        case 7: try user { try self.tick($0, $1) }
        case 8: try user { try self.move($0, $1) }
        case 9: try user { try self.delete($0, $1) }
        case 10: try user { name, text in try self.write(name, text.replacing("STATUS:", with: "X-APP:1\r\nSTATUS:")) }
        case 11: try addForeign()
        case 12: pass()
        default: try halfWrite()
        }
    }

    private func note(_ what: String) { history.append(what) }

    // MARK: antrain

    private func plan() {
        days += 1
        let notification = workout(days)
        wanted[notification.key] = notification
        note("plan \(notification.key)")
    }

    private func change() {
        guard let key = wanted.keys.sorted().randomElement(using: &random) else { return }
        wanted[key]?.body = "Text \(Int.random(in: 0..<100, using: &random))"
        // The next run writes the new text, unless the task is being written by somebody else.
        note("change \(key)")
    }

    private func pass() {
        stage.now += Int64.random(in: 600..<20 * 3600, using: &random)
        for (key, one) in wanted where stage.now > one.instant + 12 * 3600 {
            wanted[key] = nil
            ticked.remove(key)
        }
        note("now \(stage.now)")
    }

    /// A planning run as antrain makes it; a killed one ends at a random moment.
    private func run(kills: Bool) throws {
        note(kills ? "run and kill" : "run")
        let runner = try stage.start()
        var left = kills ? Int.random(in: 1..<8, using: &random) : -1
        func ask(_ message: HostMessage) throws -> RunnerMessage {
            left -= 1
            guard left == 0 else { return try runner.ask(message) }
            try runner.say(message)
            usleep(UInt32.random(in: 0..<2500, using: &random))
            runner.kill()
            throw Killed()
        }
        do {
            guard case .held(let entries) = try ask(.list) else { return note("cannot list") }
            if case .answers(let answers, _) = try ask(.collect) {
                for answer in answers { try take(answer, ask) }
            } else {
                note("fault")
            }
            let held = Dictionary(entries.map { ($0.key, $0.instant) }) { first, _ in first }
            for key in held.keys.sorted() where wanted[key] == nil { _ = try ask(.unschedule(key: key)) }
            for (key, one) in wanted.sorted(by: { $0.key < $1.key }) where held[key] != one.instant || isChanged(key) {
                _ = try ask(.schedule(one))
            }
        } catch is Killed {}
    }

    private func isChanged(_ key: String) -> Bool { Bool.random(using: &random) }

    private func take(_ answer: WireAnswer, _ ask: (HostMessage) throws -> RunnerMessage) throws {
        note("answer \(answer.action) \(answer.notification)")
        let key = wanted.values.first { $0.id == answer.notification }?.key
        let isRecorded = Int.random(in: 0..<4, using: &random) > 0
        if let key, isRecorded {
            let old = wanted[key]
            wanted[key] = nil
            ticked.remove(key)
            if answer.action == "snooze", var later = old {
                later.key = key.replacing(".phone", with: "-s.phone")
                later.id += "/snooze-1"
                later.instant = max(later.instant, stage.now) + 3600
                if !later.id.contains("snooze-1/snooze") { wanted[later.key] = later }
            }
        } else if let key {
            ticked.remove(key)
        }
        let result = try ask(
            .settle(WireSettlement(id: answer.id, isRecorded: key != nil && isRecorded, text: isRecorded ? "" : "no"))
        )
        if result == .done { settled[answer.id, default: 0] += 1 }
        // An undone answer is wanted again.
        if let key, isRecorded, answer.action == "done", Int.random(in: 0..<3, using: &random) == 0 {
            var again = workout()
            again.key = key
            again.id = answer.notification
            again.instant = stage.now + 1800
            wanted[key] = again
            note("undo \(key)")
        }
    }

    // MARK: The user and other programs

    private func write(_ name: String, _ text: String) throws { try stage.home.write("tasks/" + name, text) }

    /// Does something with a task that is open.
    private func user(_ body: (String, String) throws -> Void) throws {
        let names = try stage.files.filter { foreign[$0] == nil }
        let open = try names.filter { try stage.home.read("tasks/" + $0).contains("STATUS:NEEDS-ACTION") }
        guard let name = open.randomElement(using: &random) else { return }
        try body(name, try stage.home.read("tasks/" + name))
    }

    private func key(_ text: String) -> String {
        text.firstMatch(of: /X-ANTRAIN-KEY:(.*)\r\n/).map { String($0.1) } ?? ""
    }

    private func tick(_ name: String, _ text: String) throws {
        let second = Int.random(in: 10..<60, using: &random)
        try write(
            name,
            text.replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\r\nCOMPLETED:20261123T0715\(second)Z")
        )
        if wanted[key(text)] != nil { ticked.insert(key(text)) }
        note("tick \(key(text))")
    }

    private func move(_ name: String, _ text: String) throws {
        try write(name, text.replacing(/DUE:.*\r\n/, with: "DUE:20261201T120000Z\r\n"))
        note("move \(key(text))")
    }

    private func delete(_ name: String, _ text: String) throws {
        try FileManager.default.removeItem(atPath: stage.path + "/" + name)
        note("delete \(key(text))")
        // Only one may be missing at a time, and the plugin must notice it before the next one.
        try run(kills: false)
        if let one = wanted[key(text)], try !isThere(one.key) { dismissed.insert(one.key) }
        ticked.remove(key(text))
    }

    private func isThere(_ key: String) throws -> Bool {
        try stage.files.contains { name in
            guard foreign[name] == nil else { return false }
            let text = try stage.home.read("tasks/" + name)
            return text.contains("STATUS:NEEDS-ACTION") && self.key(text) == key
        }
    }

    private func addForeign() throws {
        let name = ["x", "antrain-x"][Int.random(in: 0..<2, using: &random)] + "\(foreign.count).ics"
        foreign[name] = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:\(name)\nSUMMARY:Milk\nEND:VTODO\nEND:VCALENDAR\n"
        try write(name, foreign[name] ?? "")
    }

    /// A synchronizer is interrupted while antrain runs.
    private func halfWrite() throws {
        try user { name, text in
            try write(name, String(text.prefix(Int.random(in: 0..<text.count, using: &random))))
            note("half \(key(text))")
            try run(kills: Bool.random(using: &random))
            guard try stage.files.contains(name) else { return }
            try write(name, text)
        }
    }

    // MARK: The end

    /// Two runs that nobody interrupts.
    func settle() throws {
        for _ in 0..<3 {
            let runner = try stage.start()
            guard case .held(let entries) = try runner.ask(.list) else { throw ProgramFailure(message: "no list") }
            if case .answers(let answers, _) = try runner.ask(.collect) {
                for answer in answers { try take(answer) { try runner.ask($0) } }
            }
            for entry in entries where wanted[entry.key] == nil { _ = try runner.ask(.unschedule(key: entry.key)) }
            for one in wanted.values { #expect(try runner.ask(.schedule(one)) == .done, "seed \(seed)") }
        }
    }

    func check() throws {
        let story = Comment(rawValue: "seed \(seed): \(history.joined(separator: ", "))")
        var open: [String: String] = [:]
        for name in try stage.files where foreign[name] == nil {
            let text = try stage.home.read("tasks/" + name)
            guard !text.contains("STATUS:COMPLETED") else { continue }
            #expect(open[key(text)] == nil, "\(key(text)) is there twice; \(story)")
            open[key(text)] = text
        }
        let expected = Set(wanted.keys).subtracting(dismissed)
        #expect(Set(open.keys).subtracting(dismissed) == expected, story)
        for (key, one) in wanted where !dismissed.contains(key) {
            let date = Date(timeIntervalSince1970: Double(one.instant))
            let due = date.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
            #expect(open[key]?.contains("DUE:\(due)\r\n") == true, story)
        }
        for (name, text) in foreign { #expect(try stage.home.read("tasks/" + name) == text, story) }
        #expect(ticked.isEmpty, "\(ticked) were ticked, and antrain was not told; \(story)")
        #expect(settled.allSatisfy { $0.value == 1 }, "answered twice: \(settled.filter { $0.value > 1 }); \(story)")
        let hidden = try FileManager.default.contentsOfDirectory(atPath: stage.path).filter { $0.hasPrefix(".") }
        #expect(hidden.isEmpty, story)
    }
}
