import ArgumentParser
import Delivery
import Platform
import Reminders
import Results
import Session
import Triggers

/// The command `antrain install …`.
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Make cron or systemd run antrain, so that reminders are sent.",
        subcommands: [InstallCronCommand.self, InstallSystemdCommand.self]
    )
}

/// The options of commands that change what runs antrain.
struct TriggerOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Make the change without asking.") var yes = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    /// Shows a change and asks the user to confirm it.
    ///
    /// - Returns: whether the change was shown.
    /// - Throws: if the user declined, or cannot be asked.
    func confirm(_ parts: [TriggerResult.Part], _ trigger: String, _ context: Context) throws(CommandError) -> Bool {
        if yes { return false }
        context.show(TriggerResult(.proposed, trigger, parts: parts), asJSON: data.json)
        // Enter agrees to what the user asked for, but not to what antrain offers after another command.
        let isUsual = context.offer.remedy == nil
        guard !data.json, let agrees = context.agrees(to: "Make this change?", byDefault: isUsual) else {
            throw .notConfirmed(wasAsked: false)
        }
        guard agrees else { throw .notConfirmed(wasAsked: true) }
        return true
    }
}

extension Workspace {
    /// Notes about the channels in use: whether each delivers when the installed trigger runs antrain.
    func channelHints() -> [String] {
        guard let facts = try? trigger().facts, let store = try? Store(self), store.session.settings.isEnabled,
            let delivery = try? store.delivering(by: facts.caller(context) ?? .unattended)
        else { return [] }
        return delivery.configurations.filter { delivery.routed.contains($0.name) }.compactMap { configuration in
            guard let report = try? delivery.readiness(of: configuration) else { return nil }
            guard let problem = report.problem else {
                return "reminders go to the channel '\(configuration.name)', which is ready"
            }
            let sentence = "the channel '\(configuration.name)' is not ready: \(problem)"
            return [sentence, report.remedy].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; ")
        }
    }
}

extension TriggerFacts {
    /// Notes about other working triggers than the installed one.
    func hints(without isOwn: (Trigger) -> Bool) -> [String] {
        working.filter { !isOwn($0) }.map { "\($0.words) runs antrain, too; each reminder is still sent once" }
    }
}
