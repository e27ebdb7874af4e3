import ArgumentParser
import Delivery

/// A command that accesses the system only through a context.
protocol AntrainCommand: ParsableCommand {
    var global: GlobalOptions { get }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus
}

extension AntrainCommand {
    mutating func run() throws {
        let status = run(in: .live())
        if status != .success { throw ExitCode(status.rawValue) }
    }

    /// Runs the command and reports the error that it throws.
    func run(in context: Context) -> ExitStatus {
        let status = result(in: context)
        // The command did what it was asked to, but no reminder will be sent.
        if let damage = context.takeDamage() {
            let label = Style(isColored: context.output.talkIsColored).yellow("antrain: warning:")
            context.output.talk("\(label) \(damage.words)\n")
        }
        return status
    }

    private func result(in context: Context) -> ExitStatus {
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
