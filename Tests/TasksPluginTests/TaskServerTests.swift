import TestSupport
import Testing

/// Checks the servers and phones that other tests use: a change on one phone reaches the other.
@Suite(.requires(TaskServer.needs)) struct TaskServerTests {
    @Test(arguments: TaskServer.Kind.allCases) func phonesShareTasks(kind: TaskServer.Kind) throws {
        let server = try TaskServer(kind)
        for name in ["Milk", "Tea"] { try server.put(name + ".ics", object.replacing("NAME", with: name)) }
        let phones = [try TaskPhone(with: server), try TaskPhone(with: server, zone: "America/New_York")]
        for phone in phones {
            try phone.synchronize()
            #expect(try phone.tasks().map(\.summary).sorted() == ["Milk", "Tea"])
        }
        func id(on phone: Int) throws -> String {
            try "\(#require(phones[phone].tasks().first { $0.summary == "Milk" }?.id))"
        }
        try phones[0].todoman(["done", id(on: 0)], at: "2026-11-23 08:15:00")
        for phone in phones { try phone.synchronize() }
        #expect(try phones[1].tasks().filter(\.completed).map(\.summary) == ["Milk"])
        try phones[1].todoman(
            ["delete", "--yes", id(on: 1)],
            at: "2026-11-23 08:16:00"
        )
        for phone in phones.reversed() { try phone.synchronize() }
        #expect(try phones[0].tasks().map(\.summary) == ["Tea"])
    }

    private let object = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:x
        BEGIN:VTODO
        UID:NAME
        DTSTAMP:20261122T190000Z
        SUMMARY:NAME
        STATUS:NEEDS-ACTION
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")
}
