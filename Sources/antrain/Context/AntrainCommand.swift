import ArgumentParser
import Delivery
import Logging

/// A command that accesses the system only through a context.
protocol AntrainCommand: ParsableCommand {
    var global: GlobalOptions { get }
    /// Whether the command only examines files, so that it reports what other commands would remove.
    static var onlyExamines: Bool { get }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus
}

extension AntrainCommand {
    static var onlyExamines: Bool { false }

    mutating func run() throws {
        let status = run(in: .live())
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// Runs the command and reports the error that it throws; as JSON, the error is the last line.
    func run(in context: Context) -> ExitStatus {
        context.log.note(.debug, "started \(Self.configuration.commandName ?? "")")
        let (status, error) = result(in: context)
        if let error { context.log.note(.error, error.statement) }
        context.log.finish()
        if let error, !context.wantsJSON { context.report(error) }
        // The command did what it was asked to, but no reminder will be sent.
        if let damage = context.takeDamage() {
            let label = Style(isColored: context.output.talkIsColored).yellow("antrain: warning:")
            context.output.talk("\(label) \(damage.words)\n")
        }
        if let error, context.wantsJSON { context.report(error) }
        return status
    }

    private func result(in context: Context) -> (ExitStatus, CommandError?) {
        do throws(CommandError) {
            try RestoreJournal.finish(context, global, removesAbandoned: !Self.onlyExamines)
            let status = try execute(context)
            guard status == .success, let loss = context.output.loss() else { return (status, nil) }
            throw CommandError.outputLost(loss)
        } catch { return (error.status, error) }
    }
}
