package import CivilTime
internal import Foundation

/// What identifies an event on all machines.
package struct EventID: Sendable, Hashable {
    package let machine: String
    package let number: Int64

    package init(machine: String, number: Int64) { (self.machine, self.number) = (machine, number) }
}

/// What a command recorded, in a form that does not depend on this machine.
///
/// It consists of the rows that the command added to the journal, the training log, the activations, the texts of programs and the reminders.
/// What is encoded of these rows never changes; what later ended or undid them is in later events. Row numbers mean something only in one ledger, so a row refers
/// to another one by the name of the ledger that added it, its table, and its number there: `5f0c9a1e44d1b7a3:log_entry:12`. What concerns only this machine is left
/// out: decisions about plugins, paths, runs and deliveries.
///
/// The names of tables and columns and the stored codes never change, so neither does the encoding of an event. `version` grows if a reader
/// of an earlier version would misunderstand an event.
package struct PortableEvent: Sendable, Hashable {
    package static let version = 1
    /// The name of the ledger that recorded it, which belongs to one machine.
    package let machine: String
    /// Its number in that ledger; with the name, it identifies the event.
    package let number: Int64
    package let clock: HybridClock
    package let rows: [Row]

    package var id: EventID { EventID(machine: machine, number: number) }

    /// Orders the history of all machines: an event follows every event that its machine knew.
    package static func isBefore(_ one: PortableEvent, _ other: PortableEvent) -> Bool {
        (one.clock, one.machine, one.number) < (other.clock, other.machine, other.number)
    }

    /// A row that the command added.
    package struct Row: Sendable, Hashable, Codable {
        package let table: String
        /// Its ID among the rows of the table.
        package let id: String
        /// The values that are not NULL, by column.
        package let values: [String: Value]
    }

    /// A value of a row.
    package enum Value: Sendable, Hashable {
        case integer(Int64)
        case text(String)
        /// In JSON, an object with the bytes in Base64.
        case bytes([UInt8])
    }

    /// The event as JSON on one line.
    package func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    /// - Throws: `UnknownVersion` for an event of a later version, `DecodingError` for anything else that is not an event.
    package init(encoded bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(PortableEvent.self, from: Data(bytes))
    }

    package init(machine: String, number: Int64, clock: HybridClock, rows: [Row]) {
        (self.machine, self.number, self.clock, self.rows) = (machine, number, clock, rows)
    }

    /// The version of an event that a later antrain recorded.
    package struct UnknownVersion: Error, Hashable {
        package let version: Int
    }
}

extension PortableEvent: Codable {
    private enum CodingKeys: CodingKey { case version, machine, number, clock, rows }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version <= PortableEvent.version else { throw UnknownVersion(version: version) }
        machine = try values.decode(String.self, forKey: .machine)
        number = try values.decode(Int64.self, forKey: .number)
        clock = HybridClock(value: try values.decode(Int64.self, forKey: .clock))
        rows = try values.decode([Row].self, forKey: .rows)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(PortableEvent.version, forKey: .version)
        try values.encode(machine, forKey: .machine)
        try values.encode(number, forKey: .number)
        try values.encode(clock.value, forKey: .clock)
        try values.encode(rows, forKey: .rows)
    }
}

extension PortableEvent.Value: Codable {
    private struct Base64: Codable {
        let base64: Data
    }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int64.self) {
            self = .integer(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .bytes(Array(try value.decode(Base64.self).base64))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .bytes(let bytes): try value.encode(Base64(base64: Data(bytes)))
        }
    }
}
