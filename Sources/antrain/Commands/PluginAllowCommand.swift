import ArgumentParser
import Delivery
import Ledger
import Reminders

/// The command `antrain plugin allow`.
struct PluginAllowCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let a channel's plugin deliver: this very file, and no other that takes its place."
    )

    @Argument(help: "The channel, as the settings call it.") var name: String
    @Flag(help: "Deliver without sound or interruption.") var quietly = false
    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let shelf = try PluginShelf(context, global)
        let channel = try shelf.channel(name)
        guard let library = channel.library else { throw .noPluginFile(channel.problem ?? name) }
        let digest: String?
        if shelf.ships(name) {
            digest = nil
        } else {
            guard let found = PluginDigest.sha256(of: library) else { throw .noPluginFile("\(library) cannot be read") }
            digest = found
        }
        let state: PermissionState = quietly ? .provisional : .authorized
        try shelf.decide(name, PermissionDecision(state: state, digest: digest))
        shelf.workspace.talk(
            "'\(name)' may deliver\(quietly ? " quietly" : "") through \(library)"
                + (digest.map { " (SHA-256 \($0.prefix(16))…)" } ?? "")
        )
        return .success
    }
}

/// The command `antrain plugin deny`.
struct PluginDenyCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny",
        abstract: "Let a channel deliver nothing; reminders are kept, and antrain does not ask again."
    )

    @Argument(help: "The channel, as the settings call it.") var name: String
    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let shelf = try PluginShelf(context, global)
        _ = try shelf.channel(name)
        try shelf.decide(name, PermissionDecision(state: .denied, digest: nil))
        shelf.workspace.talk("'\(name)' delivers nothing from now on; to change that: antrain plugin allow \(name)")
        return .success
    }
}

/// The command `antrain plugin reset`.
struct PluginResetCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Take a decision about a channel back."
    )

    @Argument(help: "The channel, as the settings call it.") var name: String
    @OptionGroup var global: GlobalOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let shelf = try PluginShelf(context, global)
        _ = try shelf.channel(name)
        try shelf.decide(name, nil)
        shelf.workspace.talk(
            shelf.ships(name)
                ? "'\(name)' ships with antrain and may deliver" : "'\(name)' may not deliver until you allow it"
        )
        return .success
    }
}
