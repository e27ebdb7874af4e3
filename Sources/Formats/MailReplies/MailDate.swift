internal import CivilTime

/// A date in a header field (RFC 5322, 3.3 and 4.3).
enum MailDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// The obsolete zones, in hours from UTC; all other letters mean that the zone is unknown, which counts as UTC.
    private static let zones = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// The seconds since 1970; nil if it is no date with a time and a zone.
    static func seconds(_ value: [UInt8]) -> Int64? {
        var words = HeaderTokens.elements(value, specials: ",:").map(\.token)[...]
        if case .atom(let name)? = words.first, number(name, digits: 1...2) == nil { words = words.dropFirst() }
        if words.first == .special(",") { words = words.dropFirst() }
        guard let day = takeNumber(&words, digits: 1...2), let month = takeMonth(&words),
            let year = takeYear(&words), let hour = takeNumber(&words, digits: 1...2), hour < 24,
            take(&words, ":"), let minute = takeNumber(&words, digits: 1...2), minute < 60
        else { return nil }
        var second = 0
        if take(&words, ":") {
            guard let value = takeNumber(&words, digits: 1...2), value <= 60 else { return nil }
            second = value
        }
        guard let zone = takeZone(&words), words.isEmpty,
            let date = try? CivilDate(year: year, month: month, day: day)
        else { return nil }
        return Int64(date.dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second - zone)
    }

    private static func take(_ words: inout ArraySlice<HeaderToken>, _ special: Unicode.Scalar) -> Bool {
        guard words.first == .special(special) else { return false }
        words.removeFirst()
        return true
    }

    private static func takeAtom(_ words: inout ArraySlice<HeaderToken>) -> String? {
        guard case .atom(let atom)? = words.first else { return nil }
        words.removeFirst()
        return atom
    }

    private static func takeNumber(_ words: inout ArraySlice<HeaderToken>, digits: ClosedRange<Int>) -> Int? {
        takeAtom(&words).flatMap { number($0, digits: digits) }
    }

    private static func takeMonth(_ words: inout ArraySlice<HeaderToken>) -> Int? {
        guard let name = takeAtom(&words)?.lowercased() else { return nil }
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    /// A year; two digits up to 49 are of this century, three count from 1900 (RFC 5322, 4.3).
    private static func takeYear(_ words: inout ArraySlice<HeaderToken>) -> Int? {
        guard let text = takeAtom(&words), let year = number(text, digits: 2...4) else { return nil }
        switch text.utf8.count {
        case 2: return year + (year < 50 ? 2000 : 1900)
        case 3: return year + 1900
        default: return year
        }
    }

    /// The zone's distance from UTC in seconds.
    private static func takeZone(_ words: inout ArraySlice<HeaderToken>) -> Int? {
        guard let text = takeAtom(&words)?.lowercased() else { return nil }
        if let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            guard let number = number(String(text.dropFirst()), digits: 4...4), number % 100 < 60 else { return nil }
            let seconds = number / 100 * 3600 + number % 100 * 60
            return sign == UInt8(ascii: "-") ? -seconds : seconds
        }
        guard text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        return (zones[text] ?? 0) * 3600
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
