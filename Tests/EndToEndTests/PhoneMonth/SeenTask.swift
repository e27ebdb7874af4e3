import Foundation

/// A task of antrain's in a phone or in the collection.
struct SeenTask: Hashable {
    let uid: String
    /// The notification's ID.
    let notification: String
    let status: String
    /// In seconds since 1970.
    let due: Int64
    let alarms: [Int64]

    var isOpen: Bool { status == "NEEDS-ACTION" }

    /// Reads an object; nil for one of another program.
    init?(_ text: String) throws {
        var values: [String: String] = [:]
        var alarms: [Int64] = []
        var isInAlarm = false
        for line in text.replacing("\r\n", with: "\n").replacing("\n ", with: "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            let name = parts[0].split(separator: ";").first.map(String.init) ?? ""
            switch (line, name) {
            case ("BEGIN:VALARM", _): isInAlarm = true
            case ("END:VALARM", _): isInAlarm = false
            case (_, "TRIGGER") where isInAlarm: alarms.append(try Self.instant(parts))
            default: if !isInAlarm { values[name] = name == "DUE" ? "\(try Self.instant(parts))" : parts.last }
            }
        }
        guard let uid = values["UID"], let url = values["URL"], url.hasPrefix("antrain://") else { return nil }
        self.uid = uid
        notification = String(url.dropFirst("antrain://".count))
        status = values["STATUS"] ?? ""
        due = values["DUE"].flatMap { Int64($0) } ?? 0
        self.alarms = alarms
    }

    private struct Unreadable: Error { let line: [String] }

    /// The instant of a property in UTC or in a named zone.
    private static func instant(_ parts: [String]) throws -> Int64 {
        let zone = parts[0].firstMatch(of: /TZID="?([^;"]+)/).map { String($0.1) } ?? "UTC"
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: zone)
        format.dateFormat = "yyyyMMdd'T'HHmmss"
        let isKnown = zone != "UTC" || parts[1].hasSuffix("Z")
        guard isKnown, let date = format.date(from: parts[1].replacing("Z", with: "")) else {
            throw Unreadable(line: parts)
        }
        return Int64(date.timeIntervalSince1970)
    }
}
