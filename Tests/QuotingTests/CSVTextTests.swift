import Quoting
import TestSupport
import Testing

/// Python's csv reads the cells back.
@Suite struct CSVTextTests {
    private static let reader = """
        with open(sys.argv[1], newline="", encoding="utf-8") as file:
            print(json.dumps([cell for row in csv.reader(file, strict=True) for cell in row]))
        """

    private func read(_ rows: [[String]], delimiter: String) throws -> [String] {
        let script = Self.reader.replacing("strict=True", with: "strict=True, delimiter='\(delimiter)'")
        return try HardTexts.python("import csv\n" + script, rows.map(CSVText.row).joined())
    }

    @Test func pythonReadsTheCells() throws {
        let texts = HardTexts.all(seed: 8)
        let rows = stride(from: 0, to: texts.count, by: 3).map { Array(texts[$0..<min($0 + 3, texts.count)]) }
        HardTexts.expect(try read(rows, delimiter: ","), texts)
        // A row of one empty cell is an empty line.
        let cells = texts.filter { !$0.isEmpty }
        HardTexts.expect(try read(cells.map { [$0] }, delimiter: ";"), cells, "semicolons")
    }

    @Test func noCellIsTakenForAFormula() throws {
        for text in HardTexts.all(seed: 9) {
            let cell = CSVText.protected(text)
            #expect(cell.utf8.first.map { !"=+-@\t\r\n".utf8.contains($0) } ?? true)
            HardTexts.expect([CSVText.unprotected(cell)], [text])
        }
    }

    @Test func ordinaryCellsNeedNoQuotes() {
        #expect(CSVText.row(["a", "1.5", "", "Übung", "a b"]) == "a,1.5,,Übung,\"a b\"\n")
    }
}
