import ArgumentParser
import Completion
import Platform
import Ledger
import LogExchange
import PrintableText
import Results
import Session

/// The command `antrain log export`.
struct LogExportCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the training log as CSV or JSON.",
        discussion: "The CSV file has a row for each set; 'antrain log import' reads it."
    )

    @Argument(help: "File to create; - for standard output (default).", completion: .file()) var file: String?
    @Option(help: ArgumentHelp("Only entries since this date.", valueName: "date"), completion: .values(.date))
    var since: String?
    @Flag(help: "Write CSV (default).") var csv = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        if csv, data.json { throw .misused("give --json or --csv, not both") }
        let store = try Store(try Workspace(context, global.launch))
        let session = store.session
        let since = try DateOption.parse(since, name: "--since", today: session.today)
        let result = try LogListResult(store, limit: .max, since: since)
        let log = try store.workspace.withLedger { (ledger) throws(LedgerError) in try ledger.log(since: since) }
        guard let file, file != "-" else {
            if data.json { context.show(result, asJSON: true) } else { _ = context.output.data(LogExport.csv(log)) }
            return .success
        }
        guard !data.json else { throw .misused("--json prints to standard output; redirect it to the file") }
        try OutputFile(file, context, data).create(Array(LogExport.csv(log).utf8))
        store.workspace.confirm("exported \(log.count) entries to \(file.printable(upTo: 400))")
        return .success
    }
}
