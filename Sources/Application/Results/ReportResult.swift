package import Platform
import Localization

/// A report that was written to a file.
package struct ReportResult: CommandResult {
    package static let kind = "report"

    let path: ResultPath
    let since: String
    let until: String
    private let words: MessageCatalog

    private enum CodingKeys: String, CodingKey { case path, since, until }

    package init(path: ResultPath, _ stats: StatsResult) {
        self.path = path
        (since, until) = (stats.since, stats.until)
        words = stats.words
    }

    package func text(_ style: Style, columns: Int) -> String {
        words.text(.reportWritten, ["file": path.shown]) + "\n"
    }
}
