import DeliverySupport
import Foundation
import RunnerProtocol
import TestSupport
import Testing

/// Tasks in a collection on real CalDAV servers, which also fail.
@Suite(.requires(TaskServer.needs)) struct TaskCollectionTests {
    static let kinds = TaskServer.Kind.allCases

    private func stage(_ kind: TaskServer.Kind = .radicale) throws -> CollectionStage {
        let stage = try CollectionStage(kind)
        #expect(try stage.run(.schedule(workout())).last == .done)
        return stage
    }

    /// The whole life of a task: published, changed, ticked, recorded and removed, with a condition for every change.
    @Test(arguments: kinds) func aTaskLives(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        try stage.server.put("foreign.ics", TaskCollectionTests.foreign)
        let name = try #require(try stage.objects.keys.first { $0.hasPrefix("antrain-") })
        let foreign = try stage.objects["foreign.ics"]
        func task() throws -> String { try #require(try stage.objects[name]).replacing("\r\n", with: "\n") }
        #expect(try task().contains("DUE:20261123T063000Z\n"))
        #expect(try stage.run(.schedule(workout(body: "Today: Legs"))).last == .done)
        #expect(try task().contains("DESCRIPTION:Today: Legs\n"))
        try stage.server.put(
            name,
            try task().replacing("STATUS:NEEDS-ACTION", with: "STATUS:COMPLETED\nCOMPLETED:20261123T071500Z")
                .replacing("\n", with: "\r\n")
        )
        stage.now = workout().instant + 7200
        let answer = try #require(try stage.answers().first)
        #expect(answer.action == "done" && answer.instant == 1_795_418_100)
        let settled = WireSettlement(id: answer.id, isRecorded: true, text: "not read: x")
        #expect(try stage.ask(.settle(settled)) == .done)
        #expect(try task().contains("antrain: not read: x"))
        #expect(try stage.answers().isEmpty)
        stage.now += 90_000
        #expect(try stage.answers().isEmpty)
        #expect(try stage.objects == ["foreign.ics": foreign])
        let changes = try stage.requests().filter { $0.hasPrefix("PUT") || $0.hasPrefix("DELETE") }
        #expect(changes == ["PUT If-None-Match", "PUT If-Match", "PUT If-Match", "DELETE If-Match"])
    }

    static let foreign = """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//other//EN\r\nBEGIN:VTODO\r\nUID:milk\r\nDTSTAMP:20261122T190000Z\r\n\
        SUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
        """

    /// The server is asked for changes at most every five minutes, unless antrain has changed something.
    @Test(arguments: kinds) func theServerIsLeftAlone(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        try stage.run()
        _ = try stage.requests()
        for _ in 0..<3 {
            stage.now += 60
            try stage.run(.schedule(workout()))
        }
        #expect(try stage.requests() == [])
        stage.now += 180
        try stage.run()
        #expect(try stage.requests() == ["REPORT"])
        // The next run reads what antrain changed itself.
        stage.now += 1
        try stage.run(.unschedule(key: workout().key))
        _ = try stage.requests()
        try stage.run()
        #expect(try stage.requests() == ["REPORT"])
        // The server is also asked after the clock was set back.
        stage.now -= 86_400
        try stage.run()
        #expect(try stage.requests() == ["REPORT"])
    }

    /// The collection is found at the address of the server; if there are several, the reason lists them.
    @Test(arguments: kinds) func theCollectionIsFound(kind: TaskServer.Kind) throws {
        let stage = try CollectionStage(kind)
        let whole = stage.values[0]
        stage.values[0] = ("url", stage.root)
        if kind == .xandikos {
            // Xandikos also creates a collection that accepts everything.
            guard case .result(let result) = try stage.ask(.probe) else { throw ProgramFailure(message: "no result") }
            #expect(result.reason.contains("2 collections accept tasks: "), "\(result)")
            #expect(result.reason.contains("training (\(whole.1))") && result.remedy == "set url to one of them")
            return
        }
        #expect(try stage.ask(.probe) == .done)
        #expect(try stage.run(.schedule(workout())).last == .done)
        #expect(try stage.objects.count == 1)
        // Later runs do not search again.
        try stage.run()
        stage.now += 301
        _ = try stage.requests()
        try stage.run()
        #expect(try stage.requests() == ["REPORT"])
    }

    /// A concurrent change by another program is not overwritten, and the next run succeeds.
    @Test(arguments: kinds) func aChangeInBetweenIsKept(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        try stage.run()
        let before = try stage.task
        try stage.edit { $0.replacing("SUMMARY:", with: "SUMMARY:My ") }
        #expect(try stage.task.text != before.text)
        let fault = try stage.run(.schedule(workout(body: "Today: Legs"))).last
        guard case .result(let result) = fault else { throw ProgramFailure(message: "\(String(describing: fault))") }
        #expect(result.status == 1 && result.reason.hasPrefix("another program is changing"), "\(result)")
        #expect(try stage.run(.schedule(workout(body: "Today: Legs"))).last == .done)
        #expect(try stage.task.text.contains("DESCRIPTION:Today: Legs"))
        #expect(try stage.task.name == before.name)
        // A tick wins over a removal.
        try stage.run()
        try stage.tick()
        _ = try stage.run(.unschedule(key: workout().key))
        #expect(try stage.answers().map(\.action) == ["done"])
    }

    /// A deleted task is not an answer; several deleted tasks are reported as a fault.
    @Test(arguments: kinds) func deletedTasksAreNoticed(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        stage.values.append(("deleted", "skip"))
        try stage.run()
        try stage.server.delete(try stage.task.name)
        #expect(try stage.answers().map(\.action) == ["skip"])
        #expect(try stage.run(.schedule(workout(24)), .schedule(workout(25))).last == .done)
        for name in try stage.objects.keys { try stage.server.delete(name) }
        stage.now += 301
        guard case .result(let fault) = try stage.run()[1] else { throw ProgramFailure(message: "no fault") }
        #expect(fault.reason.hasPrefix("2 tasks were missing in http://127.0.0.1"), "\(fault)")
        #expect(try stage.run(.schedule(workout(24)), .schedule(workout(25))).last == .done)
        #expect(try stage.objects.count == 2)
    }

    /// If the plugin's records are lost, it keeps using its tasks.
    @Test(arguments: kinds) func tasksSurviveTheLossOfTheRecords(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        let before = try stage.task
        try stage.forget()
        guard case .held(let held) = try stage.run()[0] else { throw ProgramFailure(message: "not held") }
        #expect(held.map(\.key) == [workout().key] && held.map(\.instant) == [0])
        #expect(try stage.run(.schedule(workout())).last == .done)
        #expect(try stage.task.name == before.name)
    }

    // MARK: Faults

    struct Fault: CustomTestStringConvertible {
        let name: String
        /// A part of the plugin's reason.
        let reason: String
        /// Whether the plugin uses the mirror for a day.
        var isOutage = true
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "401", reason: "did not accept the user and password", isOutage: false),
        Fault(name: "403", reason: "does not let this user change", isOutage: false),
        Fault(name: "404", reason: "does not exist", isOutage: false),
        Fault(name: "moved", reason: "has moved to https://elsewhere.example.org/dav/", isOutage: false),
        Fault(name: "429", reason: "returned status 429"), Fault(name: "500", reason: "returned status 500"),
        Fault(name: "503", reason: "returned status 503"), Fault(name: "507", reason: "is full", isOutage: false),
        Fault(name: "html", reason: "did not answer like a CalDAV server"),
        Fault(name: "bomb", reason: "did not answer like a CalDAV server"),
        Fault(name: "cut", reason: "request to 127.0.0.1"), Fault(name: "huge", reason: "is too large"),
        Fault(name: "lost", reason: "request to 127.0.0.1"),
        Fault(name: "silent", reason: "within 4 s"),
    ]

    /// Every fault is reported, delays a run by a few seconds at most, and neither loses nor duplicates anything.
    @Test(arguments: faults) func faultsLoseNothing(fault: Fault) throws {
        let stage = try stage()
        try stage.run()
        try stage.tick()
        try stage.breakAnswers(["*": fault.name])
        stage.now += 301
        _ = try stage.requests()
        // antrain cancels a notification after a failure to schedule it.
        let outcomes = try stage.run(.schedule(workout(24)), .unschedule(key: workout(24).key)).prefix(3)
        if fault.isOutage {
            // The mirror still counts.
            guard case .held(let held) = outcomes[0] else { throw ProgramFailure(message: "\(outcomes)") }
            #expect(held.map(\.key) == [workout().key])
            #expect(outcomes[1] == .answers([], keptFor: 0))
        }
        for outcome in outcomes.suffix(fault.isOutage ? 1 : 3) {
            guard case .result(let result) = outcome else { throw ProgramFailure(message: "\(outcomes)") }
            #expect(result.status == 1 && result.reason.contains(fault.reason), "\(result)")
            #expect(!result.reason.contains(TaskServer.password))
        }
        if fault.isOutage { #expect(try stage.requests().count == 1) }
        _ = try stage.requests()
        stage.now += 240
        try stage.run(.schedule(workout(24)), .unschedule(key: workout(24).key))
        // No requests are sent during the pause.
        #expect(try stage.requests() == [])
        if fault.isOutage {
            try stage.run(.schedule(workout(24)), .unschedule(key: workout(24).key))
            #expect(try stage.requests() == [])
            // After a day, the fault is reported.
            stage.now += 86_400
            guard case .result = try stage.run()[0] else { throw ProgramFailure(message: "no fault after a day") }
        }
        guard case .result(let probe) = try stage.ask(.probe) else { throw ProgramFailure(message: "no result") }
        #expect(probe.status != 0 && (probe.reason.contains(fault.reason) || fault.name == "507"), "\(probe)")
        try stage.breakAnswers([:])
        stage.now += 6
        #expect(try stage.ask(.probe) == .done)
        stage.now += 1801
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.objects.count == 1)
    }

    /// A change whose response is lost is not made twice.
    @Test(arguments: ["lost", "cut", "untagged"]) func aLostAnswerIsNoSecondTask(fault: String) throws {
        let stage = try stage()
        try stage.run()
        try stage.breakAnswers(["PUT": fault, "DELETE": fault])
        try stage.run(.schedule(workout(24)))
        try stage.breakAnswers([:])
        stage.now += 301
        try stage.run(.schedule(workout(24)))
        #expect(try stage.objects.count == 2)
        try stage.breakAnswers(["PUT": fault, "DELETE": fault])
        try stage.run(.unschedule(key: workout(24).key), .schedule(workout(body: "Today: Legs")))
        try stage.breakAnswers([:])
        stage.now += 301
        try stage.run(.unschedule(key: workout(24).key), .schedule(workout(body: "Today: Legs")))
        #expect(try stage.objects.count == 1)
        #expect(try stage.task.text.contains("DESCRIPTION:Today: Legs"))
    }

    /// A full collection is reported, but still read.
    @Test(arguments: ["507", "413", "403"]) func aFullCollectionIsStillRead(status: String) throws {
        let stage = try stage()
        try stage.run()
        try stage.tick()
        try stage.breakAnswers(["PUT": status])
        guard case .result(let result) = try stage.run(.schedule(workout(24))).last else {
            throw ProgramFailure(message: "no result")
        }
        #expect(result.status == 1 && !result.remedy.isEmpty, "\(result)")
        #expect(try stage.answers().map(\.action) == ["done"])
    }

    /// If a server has no sync tokens, or forgot them, the plugin asks for all entity tags.
    @Test(arguments: kinds) func serversWithoutTokensAreListed(kind: TaskServer.Kind) throws {
        let stage = try stage(kind)
        try stage.breakAnswers(["REPORT": "tokenless"])
        stage.now += 301
        try stage.run()
        try stage.tick()
        #expect(try stage.answers().map(\.action) == ["done"])
        try stage.breakAnswers([:])
        #expect(try stage.answers().map(\.action) == ["done"])
        try stage.breakAnswers(["REPORT": "forgetful"])
        #expect(try stage.answers().map(\.action) == ["done"])
    }

    /// A removal whose response is lost is not a deletion by the user.
    @Test func aLostResponseIsNoDeletion() throws {
        let stage = try stage()
        stage.values.append(("deleted", "skip"))
        try stage.run()
        try stage.breakAnswers(["DELETE": "lost"])
        try stage.run(.unschedule(key: workout().key))
        #expect(try stage.objects.isEmpty)
        try stage.breakAnswers([:])
        #expect(try stage.answers().isEmpty)
        #expect(try stage.run()[0] == .held([]))
    }

    /// What a server could not send once is neither missing nor forgotten.
    @Test(arguments: ["partial", "busy"], [false, true]) func whatIsNotSentIsAskedForAgain(fault: String, isNew: Bool)
        throws
    {
        let stage = try stage()
        stage.values.append(("deleted", "skip"))
        if !isNew { try stage.run() } else { try stage.forget(keepingRecords: true) }
        try stage.tick()
        try stage.breakAnswers(["REPORT": fault])
        for _ in 0..<2 { #expect(try stage.answers().isEmpty) }
        try stage.breakAnswers([:])
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.objects.count == 1)
    }

    /// Addresses of another server are not used: requests have the user's password.
    @Test func requestsStayInTheCollection() throws {
        let stage = try stage()
        try stage.breakAnswers(["*": "away"])
        try stage.forget()
        #expect(try stage.run()[0] != .held([]))
        try stage.run(.schedule(workout(body: "Today: Legs")))
        #expect(try stage.task.text.contains("DESCRIPTION:Today: Legs"))
    }

    /// A server that fails in other ways is left alone, too.
    @Test(arguments: [("PUT", "silent"), ("REPORT", "endless")]) func everyFailureIsFollowedByAPause(
        method: String,
        fault: String
    )
        throws
    {
        let stage = try stage()
        try stage.run()
        try stage.breakAnswers([method: fault])
        stage.now += 301
        try stage.run(.schedule(workout(24)), .unschedule(key: workout(24).key))
        #expect(try stage.requests().count < 120)
        stage.now += 60
        try stage.run(.schedule(workout(24)), .unschedule(key: workout(24).key))
        let later = try stage.requests()
        #expect(later == [])
        try stage.breakAnswers([:])
        try stage.tick()
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.objects.count == 1)
    }

    /// A proxy in front of a server makes its tags weak, with which no condition is met.
    @Test func weakTagsAreMadeStrong() throws {
        let stage = try CollectionStage(.radicale)
        try stage.breakAnswers(["*": "weak"])
        try stage.run(.schedule(workout()))
        try stage.run()
        #expect(try stage.run(.schedule(workout(body: "Today: Legs"))).last == .done)
        #expect(try stage.run(.unschedule(key: workout().key)).last == .done)
        #expect(try stage.objects.isEmpty)
    }

    /// A damaged mirror is made anew.
    @Test(arguments: [
        ("SEEN:[0-9]+", "SEEN:9223372036854775807"), ("REACHED:[0-9]+", "REACHED:-9223372036854775808"),
        ("REACHED:[0-9]+", "PAUSED:0\r\nPAUSED-UNTIL:9223372036854775807\r\nREACHED:1"), ("(?s).*", "garbage"),
        ("TOKEN:.*", "TOKEN:another"),
    ])
    func aDamagedMirrorIsMadeAnew(old: String, new: String) throws {
        let stage = try stage()
        try stage.run()
        try stage.editMirror(old, new)
        try stage.tick()
        #expect(try stage.answers().map(\.action) == ["done"])
        #expect(try stage.objects.count == 1)
    }

    /// A collection that was found at a server and deleted is searched again.
    @Test func anotherCollectionIsFound() throws {
        let stage = try CollectionStage(.radicale)
        stage.values[0] = ("url", stage.root)
        try stage.run(.schedule(workout()))
        try stage.run()
        try stage.server.delete("")
        stage.now += 301
        try stage.run()
        try stage.server.make("another")
        stage.now += 301
        try stage.run()
        #expect(try stage.run(.schedule(workout())).last == .done)
        #expect(try stage.ask(.probe) == .done)
    }

    /// A list from which tasks are missing does not delete or double them.
    @Test func anIncompleteListChangesNothing() throws {
        let stage = try stage()
        stage.values.append(("deleted", "skip"))
        try stage.run(.schedule(workout(24)), .schedule(workout(25)))
        try stage.run()
        let before = try stage.objects
        try stage.forget(keepingRecords: true)
        try stage.breakAnswers(["*": "empty"])
        for _ in 0..<3 {
            #expect(try stage.answers().isEmpty)
            try stage.run(.schedule(workout()), .schedule(workout(24)), .schedule(workout(25)))
        }
        #expect(try stage.objects == before)
    }

    /// Digest is used if the server does not take Basic.
    @Test func digestIsUsedIfAsked() throws {
        let stage = try CollectionStage(.radicale)
        try stage.breakAnswers(["*": "digest"])
        #expect(try stage.run(.schedule(workout()), .schedule(workout(24))).last == .done)
        #expect(try stage.objects.count == 2)
        stage.values.removeAll { $0.0 == "password" }
        guard case .result(let result) = try stage.ask(.probe) else { throw ProgramFailure(message: "no result") }
        #expect(result.reason.contains("did not accept the user and password"), "\(result)")
    }

    @Test(arguments: [
        ("folder", "/tmp/x", "both folder and url are set"),
        ("url", "http://dav.example.org/anna/", "http to dav.example.org is not encrypted"),
        ("url", "https://anna:secret@dav.example.org/", "url contains a user or a password"),
        ("url", "ftp://dav.example.org/", "invalid url"), ("url", "", "neither folder nor url is set"),
        ("ca-file", "/nonexistent.pem", "cannot read /nonexistent.pem"),
    ])
    func wrongValuesAreExplained(key: String, value: String, reason: String) throws {
        let stage = try CollectionStage(.radicale)
        stage.values = stage.values.filter { $0.0 != key } + [(key, value)]
        do {
            guard case .result(let result) = try stage.ask(.probe) else { throw ProgramFailure(message: "no result") }
            #expect(result.reason.contains(reason), "\(result)")
        } catch let failure as ProgramFailure { #expect(failure.message.contains(reason), "\(failure)") }
    }
}
