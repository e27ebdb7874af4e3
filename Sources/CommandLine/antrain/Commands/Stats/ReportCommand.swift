import ArgumentParser
import Completion
import Platform
import Reports
import Results
import Session
import SystemPackage
import UseCases

/// The command `antrain report`.
struct ReportCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report about your training as an HTML page.",
        discussion: """
            The page shows what 'stats', 'stats records' and 'week' print, with charts. It is a single file that loads no \
            other resources. Without --html, it is a new file antrain-report-DATE.html in the current \
            folder. antrain replaces its own earlier reports; it replaces any other \
            file only with --force.
            """
    )

    @Option(
        help: ArgumentHelp(
            "HTML file to write (default: a new file in the current folder); - for standard output.",
            valueName: "file"
        ),
        completion: .file(extensions: ["html"])
    )
    var html: String?
    @Option(
        help: ArgumentHelp("First date (default: the last 12 weeks).", valueName: "date"),
        completion: .values(.date)
    )
    var since: String?
    @OptionGroup var estimate: EstimateOptions
    @Flag(help: "Replace the file even if it is not a report.") var force = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let named = try html.map { (file) throws(CommandError) in try OutputFile(file, context, data) }
        let formula = try estimate.checkedFormula()
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let output = named ?? OutputFile(new: "antrain-report", "html", on: session.today, context)
        let first = since == nil ? nil : try session.pastDate(since, "--since")
        // The sets per muscle group are not part of the page.
        let stats = try store.stats(since: first, formula, StatsResult.Target(least: 10, most: 20))
        let page = try store.reportPage(stats, formula).html()
        guard let path = output.path else {
            _ = context.output.data(page)
            return .success
        }
        let saving = SavingReport(store.workspace, page, at: path, as: html ?? path.string, isForced: force)
        context.show(ReportResult(path: try saving.run(), stats), asJSON: data.json)
        return .success
    }
}
