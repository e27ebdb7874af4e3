import RunnerProtocol
import Testing

@Suite struct WireTests {
    private static let notification: WireNotification = {
        var notification = WireNotification()
        notification.id = "workout/2026-11-23/0730"
        notification.title = "Workout Time! 💪"
        notification.body = String(repeating: "ü", count: 1000)
        notification.instant = -5
        notification.flags = 3
        notification.expires = 7
        notification.attributes = [WirePair(key: "when", value: "today")]
        notification.items = [.init(programID: "p", programName: "P", dayID: "d", dayName: "D", week: 3)]
        return notification
    }()

    private static let load: WireLoad = {
        var load = WireLoad(path: "/x.so")
        load.columns = 132
        load.terminalFlags = 5
        load.listens = true
        load.needs = 9
        load.places = [
            WirePlace(path: "/x", chosen: 2), WirePlace(path: "/y/", chosen: 0, isOnlyRead: true, isDeclared: true),
        ]
        load.protected = ["/z"]
        load.sockets = ["/dev/log", "@bus"].map { WirePlace(path: $0, chosen: 3, isDeclared: true) }
        load.landlock = 3
        load.isChecked = true
        load.isAsked = true
        return load
    }()

    private static let inspection: WireInspection = {
        var inspection = WireInspection()
        inspection.size = 168
        inspection.fullSize = 169
        inspection.abiMinor = 1
        inspection.hostMinor = 2
        inspection.canCancel = true
        inspection.strangeAnswers = 3
        inspection.threads = 4
        inspection.descriptors = 5
        inspection.eventDescriptors = 2
        inspection.heapBytes = -6
        inspection.mappedBytes = 7
        inspection.foreignCalls = 8
        inspection.changedStreams = 9
        inspection.changedSignals = -10
        inspection.changedSettings = [.folder, .mask]
        inspection.needlessReasons = 11
        inspection.outputBytes = -12
        return inspection
    }()

    private static let description: WireDescription = {
        var description = WireDescription()
        description.name = "log"
        description.capabilities = 1
        description.needs = 3
        description.paths = ["~/x"]
        description.sockets = ["/dev/log"]
        description.canSchedule = true
        description.scheduleLimit = 64
        description.answers = WireDescription.Answers(areKept: true, areSettled: false)
        description.confinement = "Landlock"
        description.keys = [.init(name: "to", help: "h", defaultValue: "", type: 0, flags: 7)]
        return description
    }()

    @Test(arguments: [
        HostMessage.load(load), .schedule(notification), .unschedule(key: "k"), .list, .collect,
        .settle(WireSettlement(id: "1", isRecorded: true, text: "t")),
        .settle(WireSettlement(id: "2", isRecorded: false, text: "")),
        .open([WirePair(key: "to", value: "a@b")]),
        .open([]), .probe, .checkAnswers, .deliver(notification), .cancel(id: "x"), .close, .inspect(closing: true),
        .inspect(closing: false),
    ])
    func hostMessagesRoundTrip(message: HostMessage) throws {
        var buffer = FrameBuffer()
        buffer.append(try message.frame[...])
        let frame = try #require(try buffer.next())
        #expect(try HostMessage(frame: frame) == message)
        #expect(try buffer.next() == nil)
    }

    @Test(arguments: [
        RunnerMessage.confined, .loaded(description), .unusable(reason: "r"),
        .result(WireResult(status: 1, retryAfter: 9, reason: "a", remedy: "b")), .print("text\n"),
        .log(level: 2, text: ""), .held([WireScheduled(key: "k", instant: -9)]), .held([]),
        .answers(
            [
                WireAnswer(
                    id: "1",
                    notification: "workout/2026-11-23/0730",
                    action: "done",
                    detail: "a\nb",
                    instant: -3,
                    token: "ab23"
                )
            ],
            keptFor: 43_200
        ),
        .answers([], keptFor: 0), .inspected(inspection),
        .inspected(WireInspection()),
    ])
    func runnerMessagesRoundTrip(message: RunnerMessage) throws {
        var buffer = FrameBuffer()
        // one byte at a time
        let bytes = try message.frame
        for byte in bytes.dropLast() {
            buffer.append([byte])
            #expect(try buffer.next() == nil)
        }
        buffer.append(bytes.suffix(1))
        #expect(try RunnerMessage(frame: try #require(try buffer.next())) == message)
    }

    @Test func keysExposeTheirFlags() {
        let key = Self.description.keys[0]
        #expect(key.isRequired && key.isSecret && key.isList)
    }

    @Test func malformedFramesAreErrors() throws {
        var buffer = FrameBuffer()
        buffer.append([0xFF, 0xFF, 0xFF, 0x7F, 1])
        #expect(throws: WireError.tooLarge(0x7FFF_FFFF)) { try buffer.next() }
        var empty = FrameBuffer()
        empty.append([0, 0, 0, 0, 0])
        #expect(throws: WireError.truncated) { try empty.next() }
        #expect(throws: WireError.unknownKind(99)) { try HostMessage(frame: [99]) }
        #expect(throws: WireError.trailing(1)) { try HostMessage(frame: [3, 0]) }
        #expect(throws: WireError.truncated) { try HostMessage(frame: [5, 200, 0, 0, 0]) }
        #expect(throws: WireError.truncated) { try HostMessage(frame: [2, 255, 255, 255, 255]) }
        #expect(throws: WireError.malformedText) { try RunnerMessage(frame: [68, 1, 0, 0, 0, 0xFF]) }
        #expect(WireError.tooLarge(9).description.contains("9 bytes"))
    }

    /// A message that the receiver would refuse is not sent: the sender learns of it at once, not at its deadline.
    @Test func oversizedMessagesAreNotEncoded() throws {
        var notification = Self.notification
        notification.body = String(repeating: "x", count: FrameLimit.payloadBytes)
        #expect(throws: WireError.self) { try HostMessage.deliver(notification).frame }
        #expect(throws: WireError.self) { try RunnerMessage.print(notification.body).frame }
        notification.body.removeLast(4096)
        var buffer = FrameBuffer()
        buffer.append(try HostMessage.deliver(notification).frame[...])
        #expect(try buffer.next() != nil)
        #expect(WireDescription().bytes.isEmpty == false)
    }

    /// A header that announces an impossible length counts as a complete frame, so that its reader reports the error instead of
    /// waiting.
    @Test func anImpossibleLengthIsReportedAtOnce() {
        var buffer = FrameBuffer()
        #expect(!buffer.hasFrame)
        buffer.append([0xFF, 0xFF, 0xFF, 0x7F, 1])
        #expect(buffer.hasFrame)
    }

    @Test func mutatedFramesNeverCrash() throws {
        var state: UInt64 = 5
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let whole = try HostMessage.deliver(Self.notification).frame
        for _ in 0..<20_000 {
            var frame = Array(whole.dropFirst(4).prefix(400))
            for _ in 0..<3 { frame[random(frame.count)] = UInt8(random(256)) }
            if random(2) == 0 { frame.removeLast(random(frame.count)) }
            _ = try? HostMessage(frame: frame[...])
            _ = try? RunnerMessage(frame: frame[...])
        }
    }
}
