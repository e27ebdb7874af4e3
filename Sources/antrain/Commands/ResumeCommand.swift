import ArgumentParser
import CivilTime
import Ledger
import Reminders

/// The command `antrain resume`.
struct ResumeCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause that 'antrain pause' began."
    )

    @Option(help: ArgumentHelp("The first date to train on again; today by default.", valueName: "date"))
    var on: String?
    @Option(help: ArgumentHelp("Only this program.", valueName: "program")) var program: [String] = []
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let workspace = try Workspace(context, global)
        let planning = try Planning(workspace)
        let program = try OptionValue.single(program, "--program")
        let date = try DateOption.parse(on, name: "--on", today: planning.today) ?? planning.today
        try planning.checkActive(program)
        try planning.checkPaused(program, on: date)
        let difference = try planning.commit([.resumed(programID: program, on: date)])
        let words = planning.words
        let sentence = words.text(
            .resumed,
            [
                "what": program ?? words.text(.allPrograms),
                "from": words.format.statedDate(date, today: planning.today),
            ]
        )
        workspace.tell(ActionResult("resumed", sentence: sentence, difference, words), asJSON: data.json)
        return .success
    }
}
