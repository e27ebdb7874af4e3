import PrintableText
import SystemPackage

/// A report that was written to a file.
struct ReportResult: CommandResult {
    static let kind = "report"

    let path: String
    let since: String
    let until: String

    init(path: FilePath, _ stats: StatsResult) {
        self.path = path.string
        (since, until) = (stats.since, stats.until)
    }

    func text(_ style: Style, columns: Int) -> String { "wrote the report to \(path.printable(upTo: 400))\n" }
}
