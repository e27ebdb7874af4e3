import Delivery
import Ledger
import Platform
import RunnerProtocol
import Session
import SystemPackage

/// Shows what a channel's plugin needs, and asks on a terminal whether it may run; without a terminal, the answer is yes.
struct PermissionQuestion {
    private let channel: Channel
    private let catalog: PluginCatalog
    private let asksAlways: Bool

    /// - Parameter asksAlways: whether to ask even if the plugin needs no special access, for commands that do more than allow it.
    init(_ channel: Channel, _ catalog: PluginCatalog, asksAlways: Bool = false) {
        (self.channel, self.catalog, self.asksAlways) = (channel, catalog, asksAlways)
    }

    /// The decision to record, and the description of a plugin that is not shipped.
    ///
    /// - Throws: if the answer is no, or the plugin cannot be used.
    func decision(quietly: Bool) throws(CommandError) -> (PermissionDecision, WireDescription?) {
        let state: PermissionState = quietly ? .provisional : .authorized
        if channel.ships { return (PermissionDecision(state: state, digest: nil), nil) }
        guard let library = channel.library else { throw catalog.unusable(channel) }
        guard let digest = PluginDigest.sha256(of: library) else { throw .noPluginFile("\(library) cannot be read") }
        let context = catalog.workspace.context
        let level = ConfinementLevel(environment: context.environment)
        catalog.workspace.warnOfUnconfined(library, level)
        if !level.confinesFiles {
            guard context.agrees(to: "Load it?") ?? true else { throw .notAllowed(channel.name) }
        }
        let description = try catalog.introduced(channel, digest: digest)
        try confirm(description, level)
        return (PermissionDecision(state: state, digest: digest, manifest: description.bytes), description)
    }

    private func confirm(_ description: WireDescription, _ level: ConfinementLevel) throws(CommandError) {
        let workspace = catalog.workspace
        let needs = description.declaredNeeds(in: workspace.context.environment).map(\.words)
        for gap in level.gaps(needs: description.needs) where level.confinesFiles {
            workspace.warn("this kernel has Landlock version \(level.landlock), so the plugin can \(gap)")
        }
        guard asksAlways || !needs.isEmpty else { return }
        let list = needs.isEmpty ? " no special access\n" : ":\n" + needs.map { "  \($0)\n" }.joined()
        workspace.talk("\(description.introduction) needs\(list)")
        guard workspace.context.agrees(to: "Allow this?") ?? true else { throw .notAllowed(channel.name) }
    }
}

extension Workspace {
    /// Warns before a plugin is loaded without confinement, as its own code must run to report its needs.
    func warnOfUnconfined(_ library: FilePath, _ level: ConfinementLevel) {
        guard !level.confinesFiles else { return }
        let why = level.isLowered ? "\(ConfinementLevel.variable) turns Landlock off" : "this kernel has no Landlock"
        warn(
            "\(why): once \(library) is loaded, it can read and change all files that you can, and the memory of your other programs"
        )
    }
}
