import Foundation
import TestSupport

/// A civil date, as the number of days since 1970-01-01.
struct ModelDay: Hashable, Comparable, CustomStringConvertible, Strideable {
    var number: Int

    init(number: Int) { self.number = number }

    /// Days from a Gregorian date (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    init(_ year: Int, _ month: Int, _ day: Int) {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 is Monday.
    var weekday: Int { (number + 3) % 7 }
    var monday: ModelDay { advanced(by: -weekday) }

    static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    var description: String {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let day = shifted - era * 146_097
        let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = (year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9)
        return String(format: "%04d-%02d-%02d", civil.0, civil.1, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    static func < (one: ModelDay, other: ModelDay) -> Bool { one.number < other.number }
    func distance(to other: ModelDay) -> Int { other.number - number }
    func advanced(by days: Int) -> ModelDay { ModelDay(number: number + days) }
}

/// A time zone with the rules of Foundation, which are not those of antrain.
struct ModelZone: Equatable {
    let name: String
    private let zone: TimeZone

    init(_ name: String) {
        self.name = name
        guard let zone = TimeZone(identifier: name) else { fatalError("Foundation has no time zone \(name)") }
        self.zone = zone
    }

    private func offset(_ instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant)))
    }

    /// The date, and the minutes since its midnight.
    func local(_ instant: Int) -> (day: ModelDay, minute: Int) {
        let seconds = instant + offset(instant)
        let day = Int((Double(seconds) / 86400).rounded(.down))
        return (ModelDay(number: day), (seconds - day * 86400) / 60)
    }

    /// The instant of a local time: the first one if there are two, and later by the gap if there is none.
    func instant(_ day: ModelDay, _ minute: Int) -> Int {
        let seconds = day.number * 86400 + minute * 60
        let (before, after) = (offset(seconds - 86400), offset(seconds + 86400))
        let candidates = [before, after].filter { offset(seconds - $0) == $0 }.map { seconds - $0 }
        return candidates.min() ?? seconds - before
    }
}

/// `07:30`
func clockText(_ minute: Int) -> String { String(format: "%02d:%02d", minute / 60, minute % 60) }
