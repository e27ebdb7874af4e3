package import Platform
import Localization
import PrintableText
package import SystemPackage

/// A report that was written to a file.
package struct ReportResult: CommandResult {
    package static let kind = "report"

    let path: String
    let since: String
    let until: String
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case path, since, until }

    package init(path: FilePath, _ stats: StatsResult) {
        self.path = path.string
        (since, until) = (stats.since, stats.until)
        words = stats.words
    }

    package func text(_ style: Style, columns: Int) -> String {
        words.text(.reportWritten, ["file": path.printable(upTo: 400)]) + "\n"
    }
}
