import ArgumentParser
import Delivery
import Platform
import Logging
import Results

/// A command that accesses the system only through a context.
protocol AntrainCommand: ParsableCommand {
    var global: GlobalOptions { get }
    /// What the command does first about a restore that was interrupted.
    var interruptedRestore: InterruptedRestore { get }

    func execute(_ context: Context) throws(CommandError) -> ExitStatus
}

/// What a command does about a restore that was interrupted.
///
/// If the restore can be neither finished nor undone, the command goes on until it changes something, because that might be lost.
enum InterruptedRestore {
    /// It finishes or undoes it, and waits for a process that restores a backup now.
    case finished
    /// It does not wait: planning and delivery depend on no restore.
    case attempted
    /// It decides itself.
    case untouched
}

extension AntrainCommand {
    var interruptedRestore: InterruptedRestore { .finished }

    /// Runs the command and reports the error that it throws; as JSON, the error is the last line.
    func run(in context: Context) -> ExitStatus {
        context.log.note(.debug, "started \(Self.configuration.commandName ?? "")")
        let (status, error) = result(in: context)
        if let error { context.log.note(.error, error.statement) }
        context.log.finish()
        if let error, !context.wantsJSON { context.report(error) }
        // The command did what it was asked to, but no reminder will be sent.
        if let damage = context.takeDamage() {
            context.warn(damage.words)
        }
        if let error, context.wantsJSON { context.report(error) }
        return status
    }

    private func result(in context: Context) -> (ExitStatus, CommandError?) {
        do throws(CommandError) {
            var context = context
            context.unfinishedRestore = unfinishedRestore(context)
            let status = try execute(context)
            context.closing.run()
            guard status == .success, let loss = context.output.loss() else { return (status, nil) }
            throw CommandError.outputLost(loss)
        } catch { return (error.status, error) }
    }

    /// Finishes a restore that was interrupted, or undoes it.
    ///
    /// - Returns: why that is impossible, if it is.
    private func unfinishedRestore(_ context: Context) -> CommandError? {
        guard interruptedRestore != .untouched, let paths = try? Paths(context, options: global.launch) else {
            return nil
        }
        do throws(CommandError) {
            try RestoreJournal.finish(paths, waits: interruptedRestore == .finished)
            return nil
        } catch {
            switch error {
            case .restoreUnfinished, .restoreJournalDamaged, .restoreRuns: return error
            default:
                context.warn(error.message)
                return nil
            }
        }
    }
}
