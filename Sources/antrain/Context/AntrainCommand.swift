import ArgumentParser

/// A command that does its work on a context, and never on the world itself.
protocol AntrainCommand: ParsableCommand {
    var global: GlobalOptions { get }

    /// Does the work.
    ///
    /// - Returns: how the command ends where nothing is thrown.
    func execute(_ context: Context) throws(CommandError) -> ExitStatus
}

extension AntrainCommand {
    mutating func run() throws {
        let status = run(in: .live())
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// Does the work, and tells what goes wrong.
    func run(in context: Context) -> ExitStatus {
        do throws(CommandError) {
            let status = try execute(context)
            guard status == .success, let loss = context.output.loss() else { return status }
            throw CommandError.outputLost(loss)
        } catch {
            if !error.message.isEmpty {
                context.output.talk(
                    Style(isColored: context.output.talkIsColored).red("antrain:") + " \(error.message)\n"
                )
            }
            return error.status
        }
    }
}
