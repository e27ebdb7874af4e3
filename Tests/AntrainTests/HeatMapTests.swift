import CivilTime
import Platform
import Localization
@testable import Results
import Testing

@Suite struct HeatMapTests {
    private static let weekdays: Set = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// A year with three workouts in a week that grow, every eighth missed, and a first month without training.
    private func map(_ today: String = "2026-11-23") throws -> HeatMap {
        let today = try CivilDate(parsing: today)
        let first = HeatMap.first(today)
        var days: [CivilDate: HeatMap.Day] = [:]
        var number = 0
        for date in first.adding(days: 28)...today where [.monday, .wednesday, .friday].contains(date.weekday) {
            number += 1
            days[date] = number % 8 == 0 ? .missed : .trained(sets: number / 4)
        }
        return HeatMap(days: days, today: today, words: .plain)
    }

    private func lines(_ columns: Int, colored: Bool = false) throws -> [String] {
        try map().lines(Style(isColored: colored), columns: columns)
    }

    @Test func aYearFitsEightyColumns() throws {
        let lines = try lines(80)
        #expect(
            lines == [
                "     Dec Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov",
                "Mon  ···░░░░░×░░░░░░░×▒▒▒▒▒▒▒×▒▒▒▒▒▓▓×▓▓▓▓▓▓▓×▓▓█████×███",
                "Tue  ··················································· ",
                "Wed  ···░░×░░░░░░░×░░▒▒▒▒▒×▒▒▒▒▒▒▒×▓▓▓▓▓▓▓×▓▓▓▓▓██×█████ ",
                "Thu  ··················································· ",
                "Fri  ···░░░░░░░×░░░░░▒▒×▒▒▒▒▒▒▒×▒▒▓▓▓▓▓×▓▓▓▓▓▓▓×███████× ",
                "Sat  ··················································· ",
                "Sun  ··················································· ",
                "",
                "░ up to 9 sets, ▒ 10–19, ▓ 20–29, █ 30 or more, × missed or skipped,",
                "· no workout",
            ],
            "\(lines.joined(separator: "\n"))"
        )
    }

    @Test func aNarrowTerminalGetsTwoBlocks() throws {
        let lines = try lines(50)
        #expect(
            lines == [
                "     Dec Jan Feb Mar  Apr May",
                "Mon  ···░░░░░×░░░░░░░×▒▒▒▒▒▒▒×▒",
                "Tue  ··························",
                "Wed  ···░░×░░░░░░░×░░▒▒▒▒▒×▒▒▒▒",
                "Thu  ··························",
                "Fri  ···░░░░░░░×░░░░░▒▒×▒▒▒▒▒▒▒",
                "Sat  ··························",
                "Sun  ··························",
                "",
                "     Jun Jul Aug  Sep Oct Nov",
                "Mon  ▒▒▒▒▓▓×▓▓▓▓▓▓▓×▓▓█████×███",
                "Tue  ························· ",
                "Wed  ▒▒▒×▓▓▓▓▓▓▓×▓▓▓▓▓██×█████ ",
                "Thu  ························· ",
                "Fri  ×▒▒▓▓▓▓▓×▓▓▓▓▓▓▓×███████× ",
                "Sat  ························· ",
                "Sun  ························· ",
                "",
                "░ up to 9 sets, ▒ 10–19, ▓ 20–29, █ 30 or more,", "× missed or skipped, · no workout",
            ],
            "\(lines.joined(separator: "\n"))"
        )
    }

    /// A year without training in most of its months begins with the first month that has any, and only marks that occur are explained.
    @Test func aBeginnersYearIsShort() throws {
        let today = try CivilDate(parsing: "2026-11-23")
        let days = [today.adding(days: -4): HeatMap.Day.trained(sets: 12)]
        let map = HeatMap(days: days, today: today, words: .plain)
        let lines = map.lines(Style(isColored: false), columns: 80)
        #expect(lines.first == "     Nov" && lines.contains("Thu  ···▒ "), "\(lines)")
        #expect(lines.last == "▒ 10–19, · no workout")
    }

    @Test func plainStyleCountsDays() throws {
        let lines = try map().lines(Style(isColored: false, isPlain: true), columns: 80)
        #expect(lines.count == 12 && lines.first == "  December 2025   Days trained: 5", "\(lines)")
        #expect(lines.last == "  November 2026   Days trained: 8   missed or skipped: 2", "\(lines)")
    }

    @Test(arguments: [20, 24, 33, 40, 50, 57, 58, 80, 120, 200])
    func itFitsEveryWidth(columns: Int) throws {
        let lines = try lines(columns)
        #expect(lines.allSatisfy { $0.count <= max(columns, 23) }, "\(lines.joined(separator: "\n"))")
        // Every day is there once: 52 weeks without the six days after today.
        let rows = lines.filter { HeatMapTests.weekdays.contains(String($0.prefix(3))) }
        let cells = rows.map { row in row.dropFirst(5).count { $0 != " " } }
        #expect(cells.reduce(0, +) == 358)
    }

    /// Colours only repeat what the characters say.
    @Test func coloursAddNothing() throws {
        let colored = try lines(80, colored: true).map { line in
            var isCode = false
            return String(
                line.filter { character in
                    if character == "\u{1B}" { isCode = true }
                    defer { if isCode, character == "m" { isCode = false } }
                    return !isCode
                }
            )
        }
        #expect(try colored == lines(80))
    }

    @Test(
        arguments: [
            ([0, 1, 2, 4, 8], true, 10, " ▁▂▄█"), ([nil, 100, 102, 107], false, 10, " ▁▃█"), ([5, 5], false, 10, "▄▄"),
            ([1, 2, 4, 8], true, 2, "▄█"), ([], true, 10, ""), ([nil, nil], true, 10, "  "), ([0, 0], true, 10, "  "),
        ] as [([Double?], Bool, Int, String)]
    )
    func sparklinesShowTheTrend(values: [Double?], fromZero: Bool, room: Int, expected: String) {
        let scale = Sparkline(values.suffix(room), fromZero: fromZero) { "\($0)" }
        #expect(scale.line(values, room: room, Style(isColored: false)) == expected)
    }

    /// All rows have one scale, whose ends are explained; plain style has numbers instead.
    @Test func rowsHaveOneScale() {
        let (chest, forearms): ([Double?], [Double?]) = ([8, 16, 12], [1, nil, 2])
        let scale = Sparkline(chest + forearms, fromZero: true) { "\(Int($0))" }
        let (style, plain) = (Style(isColored: false), Style(isColored: false, isPlain: true))
        #expect(scale.line(chest, room: 9, style) == "▄█▆" && scale.line(forearms, room: 9, style) == "▁ ▁")
        #expect(scale.legend(" sets", style) == "█ = 16 sets")
        #expect(scale.line(forearms, room: 9, plain) == "1 - 2" && scale.line(chest, room: 5, plain) == "16 12")
        #expect(scale.legend("", plain) == nil && Sparkline.bar(1, of: 2, plain).isEmpty)
        let weights = Sparkline([80, 82.5], fromZero: false) { "\($0)" }
        #expect(weights.legend(" kg", style) == "▁ = 80.0 kg, █ = 82.5 kg")
    }

    @Test(arguments: [(0, 3, "░░░░░░░░░░"), (2, 3, "██████░░░░"), (3, 3, "██████████"), (0, 0, "░░░░░░░░░░")])
    func barsShowShares(part: Int, whole: Int, expected: String) {
        #expect(Sparkline.bar(part, of: whole, Style(isColored: false)) == expected)
    }
}
