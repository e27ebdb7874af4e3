import Delivery
import Ledger
import Platform
import Reminders
import Results
import RunnerProtocol
import Session
import UseCases

/// Adds a channel: asks whether its plugin may run, sends a test notification, and asks whether it arrived.
///
/// Without a terminal, it asks nothing.
struct ChannelDialogue {
    private let context: Context
    private let launch: LaunchOptions
    /// Whether standard output is for JSON; then antrain asks nothing.
    private let asJSON: Bool

    init(_ context: Context, _ launch: LaunchOptions, asJSON: Bool = false) {
        (self.context, self.launch, self.asJSON) = (context, launch, asJSON)
    }

    private var ask: ((String) -> String?)? { asJSON ? nil : context.ask }

    /// Adds a channel.
    ///
    /// - Throws: if nothing was changed, or the plugin is not allowed yet and antrain cannot ask.
    func add(_ request: AddingChannel.Request) throws(CommandError) -> ChannelChangeResult {
        let adding = try AddingChannel(request, try PluginCatalog(context, launch))
        let (configuration, description, decision) = try prepared(adding)
        let secrets = adding.openSecrets(configuration, description)
        guard let changed = try adding.run(configuration, hasSecrets: !secrets.isEmpty) else {
            let result = ChannelChangeResult(.unchanged, adding.name)
            say(result)
            return result
        }
        if let decision { try adding.catalog.decide(adding.name, decision) }
        say(ChannelChangeResult(.added, adding.name))
        for key in secrets { warn(ofSecret: key, adding.name) }
        _ = try changed.difference.get()
        if decision == nil, adding.channel.permission.state == .notDetermined { throw .pluginUndecided(adding.name) }
        return try test(adding.name)
    }

    /// The channel's values, the description of its plugin if it is known, and the user's decision if antrain asked for it.
    private func prepared(_ adding: AddingChannel) throws(CommandError)
        -> (ChannelConfiguration, WireDescription?, PermissionDecision?)
    {
        let channel = adding.channel
        guard channel.library != nil else { throw adding.catalog.unusable(channel) }
        switch channel.permission.state {
        case .denied: throw .unusablePlugin(channel.permission.problem ?? "")
        case .notDetermined:
            guard ask != nil else { return (try adding.configuration(nil), nil, nil) }
            let question = PermissionQuestion(channel, adding.catalog, asksAlways: true)
            let (decision, description) = try question.decision(quietly: false)
            return (try configuration(adding, description), description, decision)
        case .authorized, .provisional:
            let description = try PluginMetadataCache(adding.catalog.delivery).description(of: channel)
            try adding.catalog.workspace.checkHealth()
            return (try configuration(adding, description), description, nil)
        }
    }

    private func configuration(_ adding: AddingChannel, _ description: WireDescription?) throws(CommandError)
        -> ChannelConfiguration
    {
        guard let ask, let key = description.flatMap(adding.missing) else {
            return try adding.configuration(description)
        }
        let typed = (ask("\(key.name) (\(key.help)): ") ?? "").trimmed
        return try adding.configuration(description, value: typed.isEmpty ? nil : typed)
    }

    /// Sends a test notification, and asks whether it arrived; if not, offers to remove the channel.
    func test(_ name: String) throws(CommandError) -> ChannelChangeResult {
        let catalog = try PluginCatalog(context, launch)
        let print = asJSON ? context.output.said : context.output.data
        let test = try TestingChannel(name, catalog).run(print: print)
        let workspace = catalog.workspace
        workspace.talk("test notification: \(test.words)")
        guard let ask else { return ChannelChangeResult(.added, name, test: test) }
        var arrived: Bool?
        if test.delivered {
            arrived = !["n", "no"].contains((ask("Did it arrive? [Y/n] ") ?? "").trimmed.lowercased())
            guard arrived == false else { return ChannelChangeResult(.added, name, test: test, arrived: true) }
            workspace.talk(
                "The plugin reported no error; check the address, the spam folder, and whether notifications are muted."
            )
        }
        workspace.talk("To look for the cause: antrain doctor; to test again: antrain channel test \(name)")
        guard catalog.delivery.settings.channels.count > 1, context.agrees(to: "Remove '\(name)' again?") ?? false
        else { return ChannelChangeResult(.added, name, test: test, arrived: arrived) }
        let removing = try RemovingChannel(name, catalog)
        _ = try removing.run(removingValues: removing.isConfigured).difference.get()
        let result = ChannelChangeResult(.removed, name, test: test, arrived: arrived)
        say(result)
        return result
    }

    private func say(_ result: ChannelChangeResult) {
        guard !asJSON else { return }
        _ = context.output.data(result.text(Style(isColored: false), columns: context.output.columns))
    }

    private func warn(ofSecret key: String, _ name: String) {
        context.warn(
            "'\(key)' is a secret, and is now in the settings and perhaps in your shell's history; to keep it out of both, write it to a file that only you can read, and use --set \(key)=@FILE"
        )
    }
}
