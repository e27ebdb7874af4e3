@testable import CalendarSyntax
@testable import Calendars
import Foundation
@testable import ImportedJobs
@testable import LogExchange
import Quoting
@testable import YAMLSource

extension FuzzTarget {
    /// Text in the forms of `Quoting`: antrain's readers of the formats read it back, byte for byte.
    static let quoting = FuzzTarget(name: "quoting") { bytes in
        let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
        try requireShellWords(text)
        try requireCells(text)
        try requireScalars(text)
        try requireHeaders(text)
        try requireContentLine(text)
        try requireSame(try JSONDecoder().decode(String.self, from: Data(JSONText.quoted(text).utf8)), text, "JSON")
        let markup = MarkupText.escaped(text).utf8
        try require(!markup.contains { "<>\"'".utf8.contains($0) }, "markup has a mark: \(text.debugDescription)")
        if let word = UnitText.word(text), let argument = UnitText.argument(text) {
            try requireSame(unitWord(word, isArgument: false), text, "a word of systemd")
            try requireSame(unitWord(argument, isArgument: true), text, "an argument of systemd")
        }
    }

    private static func requireSame(_ read: String?, _ text: String, _ what: String) throws {
        try require(
            read.map { $0.utf8.elementsEqual(text.utf8) } ?? false,
            "\(what) reads \(text.debugDescription) back as \(read.debugDescription)"
        )
    }

    private static func requireShellWords(_ text: String) throws {
        try requireSame(ShellText.words(in: ShellText.word(text))?.first, text, "a command line")
        let script = ShellScript("echo " + ShellText.word(text))?.pipelines.first?.commands.first
        try requireSame(script?.words.last?.value([:]), text, "a script")
        try requireSame(ShellText.words(in: "\"" + ShellText.inDoubleQuotes(text) + "\"")?.first, text, "double quotes")
        try requireSame(ShellText.words(in: "'" + ShellText.inSingleQuotes(text) + "'")?.first, text, "single quotes")
        if !text.isEmpty, !text.utf8.contains(0x0A) {
            let words = ShellText.words(in: ShellText.withoutQuotes(text))
            // Words are also split at carriage returns, which completion never inserts.
            if !text.utf8.contains(0x0D) { try requireSame(words?.first, text, "backslashes") }
        }
        guard let command = CrontabText.command([text, text]) else { return }
        let read = CrontabText.split(command)
        try require(read.input.isEmpty, "a part of \(text.debugDescription) becomes input")
        try requireSame(ShellText.words(in: read.command)?.last, text, "a crontab")
        let entry = Crontab(Array("* * * * * \(command)\n".utf8)).entries.first
        try requireSame(entry.flatMap { ShellText.words(in: $0.command)?.first }, text, "a line of a crontab")
    }

    private static func requireCells(_ text: String) throws {
        // The reader unifies line breaks.
        let cell = text.unicodeScalars.filter { $0 != "\r" }.reduce(into: "") { $0.unicodeScalars.append($1) }
        guard !cell.isEmpty else { return }
        var reader = CSVReader(Array((CSVText.row(["a", "b"]) + CSVText.row([cell, cell])).utf8))
        _ = try reader.next()
        let row = try reader.next()
        try require(row?.cells.count == 2, "\(cell.debugDescription) breaks a row")
        for read in row?.cells ?? [] { try requireSame(read, cell, "CSV") }
        try requireSame(CSVText.unprotected(CSVText.protected(text)), text, "protection")
    }

    private static func requireScalars(_ text: String) throws {
        for style in [nil, .plain, .singleQuoted, .doubleQuoted] as [YAMLText.Style?] {
            let scalar = YAMLText.scalar(text, like: style)
            var diagnostics = Diagnostics()
            let source = SourceText(path: "x.yaml", bytes: Array("- \(scalar)\n- [\(scalar), \(scalar)]\n".utf8))
            let root = YAMLDocument.parse(source, into: &diagnostics)?.root
            // antrain's reader refuses some characters even as escapes.
            guard !diagnostics.hasErrors else { continue }
            let elements = root.map { Array($0.elements) } ?? []
            try require(elements.count == 2, "YAML has \(elements.count) elements: \(text.debugDescription)")
            try requireSame(elements[0].text, text, "YAML")
            for element in elements[1].elements { try requireSame(element.text, text, "YAML in brackets") }
        }
    }

    private static func requireHeaders(_ text: String) throws {
        let headers = [(MailText.unstructured(text, after: "Subject"), 9), (MailText.phrase(text, after: 4), 4)]
        for (header, start) in headers {
            try require(header.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "a header is not ASCII")
            let lines = header.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (place, line) in lines.enumerated() {
                try require(
                    line.count + (place == 0 ? start : 0) <= MailText.lineLength,
                    "a line of a header is too long"
                )
                try require(place == 0 || (line.first == 0x20 && line.count > 1), "a header ends within a text")
            }
        }
    }

    private static func requireContentLine(_ text: String) throws {
        var bytes: [UInt8] = []
        CalendarComponent("VCALENDAR", [ContentLine("SUMMARY", text: text)]).write(to: &bytes)
        let read = try? CalendarReader.calendars(bytes)
        try requireSame(read?.first?["SUMMARY"]?.text, CalendarText.unescaped(CalendarText.escaped(text)), "a calendar")
        for line in bytes.split(separator: 0x0A) { try require(line.count <= 76, "a line of a calendar is too long") }
    }

    /// A word as systemd reads it (systemd.syntax(7), systemd.unit(5), systemd.service(5)).
    private static func unitWord(_ word: String, isArgument: Bool) -> String? {
        var inner = Array(word.unicodeScalars)
        let isQuoted = inner.first == "\""
        if isQuoted { inner = Array(inner.dropFirst().dropLast()) }
        var result = String.UnicodeScalarView()
        var rest = inner[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let escaped = rest.popFirst(), escaped == "\\" || escaped == "\"" else { return nil }
                result.append(escaped)
            case "%",
                "$" where isArgument:
                guard rest.popFirst() == scalar else { return nil }
                result.append(scalar)
            case "\"",
                " " where !isQuoted, "\t" where !isQuoted, "'" where !isQuoted:
                return nil
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
