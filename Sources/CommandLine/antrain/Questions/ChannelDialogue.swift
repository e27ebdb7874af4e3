import Delivery
import Ledger
import Platform
import Quoting
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
    /// - Parameter replaces: whether other values of a channel with its name are replaced without asking.
    /// - Throws: if nothing was changed, or the plugin is not allowed yet and antrain cannot ask.
    func add(_ request: AddingChannel.Request, replaces: Bool = false) throws(CommandError) -> ChannelChangeResult {
        let adding = try AddingChannel(request, try PluginCatalog(context, launch))
        let (configuration, description, decision) = try prepared(adding)
        let secrets = adding.openSecrets(configuration, description)
        let replaces =
            if replaces { true } else { try agreesToReplace(adding.differences(configuration), adding.name) }
        guard let changed = try adding.run(configuration, hasSecrets: !secrets.isEmpty, replaces: replaces) else {
            let result = ChannelChangeResult(.unchanged, adding.name)
            say(result)
            return result
        }
        if let decision { try adding.catalog.decide(adding.name, decision) }
        say(ChannelChangeResult(.added, adding.name))
        for key in secrets {
            let isTyped = request.value == nil && !request.settings.contains { $0.hasPrefix(key + "=") }
            tell(ofSecret: key, adding, isAsked: isTyped)
        }
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
            let configuration = try configuration(adding, description)
            try adding.check(configuration)
            return (configuration, description, nil)
        }
    }

    /// Whether the user agrees to replace values of a channel; without a terminal, the answer is no.
    private func agreesToReplace(_ keys: [String], _ name: String) throws(CommandError) -> Bool {
        guard !keys.isEmpty, ask != nil else { return false }
        let question = "The channel '\(name)' already has other values (\(keys.joined(separator: ", "))). Replace them?"
        guard context.agrees(to: question) ?? false else { throw .notConfirmed(wasAsked: true) }
        return true
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
        if test.delivered, let configuration = catalog.configuration(name),
            let file = try PluginMetadataCache(catalog.delivery).writtenFile(of: configuration)
        {
            workspace.talk("it was written to \(file)")
        }
        guard ask != nil else { return ChannelChangeResult(.added, name, test: test) }
        var arrived: Bool?
        if test.delivered {
            arrived = context.decision(on: "Did it arrive?", byDefault: true)
            guard arrived == false else { return ChannelChangeResult(.added, name, test: test, arrived: arrived) }
            workspace.talk(
                "The plugin reported no error; check the address, the spam folder, and whether notifications are muted."
            )
        }
        workspace.talk("To look for the cause: antrain doctor; to test again: antrain channel test \(name)")
        let question = "Remove '\(name)' again?"
        guard catalog.delivery.settings.channels.count > 1,
            context.agrees(to: question, byDefault: !test.delivered) ?? false
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

    /// - Parameter isAsked: whether the user typed it at a question, and not on the command line.
    private func tell(ofSecret key: String, _ adding: AddingChannel, isAsked: Bool) {
        let (kind, name) = (ShellText.word(adding.kind.name), adding.name)
        let command =
            "antrain channel add \(kind)\(name == adding.kind.name ? "" : " --name \(name)") --replace --set \(key)=@FILE"
        let advice = "to keep it elsewhere, write it to a file that only you can read: \(command)"
        // Every reminder of ntfy has its topic in the address, and users choose it for this purpose.
        guard key != ChannelKind.topic else {
            return context.output.talk("everyone who knows the topic can read your reminders; \(advice)\n")
        }
        let places = isAsked ? "in the settings" : "in the settings and perhaps in your shell's history"
        context.warn("'\(key)' is a secret, and is now \(places); \(advice)")
    }
}
