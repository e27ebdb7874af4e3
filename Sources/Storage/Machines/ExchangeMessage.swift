internal import Foundation
internal import History

/// A message in a machine's file: an event, or what the machine reports about itself.
///
/// It is a line and a JSON object. The line names the event, so a known event need not be decoded.
enum ExchangeMessage {
    case event(EventID, json: ArraySlice<UInt8>)
    case status(MachineStatus)
    /// A kind of message that a later version writes.
    case unknown

    private static let (event, status) = ("event", "status")

    static func encoded(_ event: PortableEvent) throws -> [UInt8] {
        Array("\(self.event) \(event.machine) \(event.number)\n".utf8) + (try event.encoded())
    }

    static func encoded(_ status: MachineStatus) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array("\(self.status)\n".utf8) + [UInt8](try encoder.encode(status))
    }

    init(_ message: [UInt8]) {
        self = .unknown
        guard let end = message.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let words = String(decoding: message[..<end], as: UTF8.self).split(separator: " ").map(String.init)
        let json = message[(end + 1)...]
        if words.first == Self.event, words.count == 3, let number = Int64(words[2]) {
            self = .event(EventID(machine: words[1], number: number), json: json)
        } else if words == [Self.status],
            let status = try? JSONDecoder().decode(MachineStatus.self, from: Data(json))
        {
            self = .status(status)
        }
    }
}
