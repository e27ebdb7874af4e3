import CivilTime
import Foundation
@testable import LogExchange
import Progress
import TestSupport
import Testing
import Training
import YAMLSource

/// Exports of other programs, in the shapes that public repositories show, compared with an independent reader.
@Suite struct ImportedLogTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let files = try? FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: "Exports").path(percentEncoded: false)
    ).sorted()

    private static func catalog() throws -> ExerciseCatalog {
        let file = folder.appending(path: "../../Sources/CommandLine/antrain/Exercises/exercises.yaml").standardized
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return try #require(ExerciseCatalogReader.read(SourceText(path: "exercises.yaml", text: text)).catalog)
    }

    /// What spreadsheet programs do to a file.
    enum Saved: CaseIterable {
        case asExported, withByteOrderMark, asUTF16, asBigEndianUTF16, withCarriageReturns

        func bytes(_ text: String) -> [UInt8] {
            switch self {
            case .asExported: Array(text.utf8)
            case .withByteOrderMark: [0xEF, 0xBB, 0xBF] + text.utf8
            case .asUTF16: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case .asBigEndianUTF16: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case .withCarriageReturns: Array(text.replacing("\n", with: "\r\n").utf8)
            }
        }
    }

    @Test(arguments: Share.of(files ?? [], 4, "exports"), Saved.allCases)
    func setsRepetitionsLoadsAndVolumesPerDayAreThoseOfAnIndependentReader(name: String, saved: Saved) throws {
        let file = Self.folder.appending(path: "Exports/" + name)
        let bytes = saved.bytes(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        let unit: WeightUnit = name == "strong-classic.csv" ? .pounds : .kilograms
        let folder = try TemporaryFolder()
        let copy = folder.path + "/" + name
        try Data(bytes).write(to: URL(filePath: copy))
        let script = Self.folder.appending(path: "public_exports.py").path(percentEncoded: false)
        let expected = try run("/usr/bin/env", ["python3", script, unit.rawValue, copy])
        #expect(expected.status == 0, "\(expected)")
        let days = try JSONDecoder().decode([String: [String: Int]].self, from: Data(expected.output.utf8))
        let today = try CivilDate(parsing: "2026-11-23")
        let log = try LogImport(bytes, unit: unit, catalog: try Self.catalog(), today: today)
        #expect(log.problems.isEmpty && !days.isEmpty, "\(log.problems)")
        #expect(totals(log) == days)
    }

    @Test func theExportsOfAllProgramsAreThere() throws {
        let files = try #require(Self.files)
        for format in LogFileFormat.allCases where format != .antrain {
            #expect(files.count { $0.hasPrefix(format.rawValue) } >= 3, "\(format)")
        }
    }

    private func totals(_ log: LogImport) -> [String: [String: Int]] {
        var days: [String: [String: Int]] = [:]
        for entry in log.entries {
            for set in entry.sets {
                func add(_ what: String, _ amount: Int) {
                    if amount != 0 { days[entry.date.description, default: [:]][what, default: 0] += amount }
                }
                let reps = set.amount.reps ?? 0
                add("sets", 1)
                add(set.kind.rawValue, 1)
                add("reps", reps)
                add("seconds", set.amount.seconds ?? 0)
                add("metres", set.amount.metres ?? 0)
                add("rpe tenths", set.rpe ?? 0)
                switch set.load {
                case .weight(let weight, let unit):
                    add("load \(unit.rawValue)", weight.thousandths)
                    add("volume \(unit.rawValue)", weight.thousandths * reps)
                case .bodyweight(let plus, let unit):
                    add("body load \(unit.rawValue)", plus.thousandths)
                    add("body volume \(unit.rawValue)", plus.thousandths * reps)
                case nil: break
                }
            }
        }
        return days
    }

    /// Python's csv writes random tables, with combining marks after quotation marks and delimiters.
    @Test(arguments: 0..<20) func rowsAreThoseThatPythonWrote(seed: Int) throws {
        let script = """
            import csv, io, json, random, sys
            random.seed(int(sys.argv[1]))
            pieces = ['"', ',', ';', '\\n', '\\r\\n', '\\u0301', 'a', '1.5', ' ', 'é', '日本', "'", '\\u202f']
            rows = [[''.join(random.choices(pieces, k=random.randint(0, 6))) for _ in range(4)] for _ in range(30)]
            rows.insert(0, ['a', 'b', 'c', 'd'])
            out = io.StringIO(newline='')
            options = dict(delimiter=random.choice(',;\\t'), quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
            csv.writer(out, lineterminator=random.choice(['\\n', '\\r\\n']), **options).writerows(rows)
            rows = [[cell.replace('\\r\\n', '\\n') for cell in row] for row in rows if any(row)]
            print(json.dumps([out.getvalue(), rows]))
            """
        let written = try run("/usr/bin/env", ["python3", "-c", script, "\(seed)"])
        let values = try #require(try JSONSerialization.jsonObject(with: Data(written.output.utf8)) as? [Any])
        var reader = CSVReader(Array(try #require(values.first as? String).utf8))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.cells) }
        let expected = try #require(values.last as? [[String]])
        // Bytes, because Swift's characters hide combining marks.
        #expect(
            rows.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } },
            "\(written.output)"
        )
    }
}
