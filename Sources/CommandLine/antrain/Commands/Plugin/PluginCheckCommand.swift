import ArgumentParser
import Completion
import Delivery
import Files
import Platform
import Results
import RunnerProtocol
import Session
import SystemPackage

/// The command `antrain plugin check`.
struct PluginCheckCommand: AntrainCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that a library conforms to antrain's plugin interface.",
        discussion: """
            The plugin runs in a separate process and delivers about 230 real notifications, so use harmless values. A library that is \
            neither shipped nor allowed runs only after you confirm it. A channel or an installed \
            plugin, given by name, is opened with its values from the settings.
            """
    )

    @Argument(
        help: ArgumentHelp("Library file, or name of a plugin or channel.", valueName: "file or name"),
        completion: .values(.pluginOrLibrary)
    )
    var file: String
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Value to open the plugin with (repeatable).", valueName: "key=value")
    )
    var values: [String] = []
    @Option(
        help: ArgumentHelp("Channel whose values to open the plugin with.", valueName: "name"),
        completion: .values(.channel)
    ) var channel: String?
    @Option(help: ArgumentHelp("Number of deliveries to check for leaks.", valueName: "number"))
    var deliveries = Conformance.usualDeliveries
    @Flag(help: "Run the library without asking.") var run = false
    @OptionGroup var global: GlobalOptions
    @OptionGroup var data: DataOptions

    func execute(_ context: Context) throws(CommandError) -> ExitStatus {
        let catalog = try PluginCatalog(context, global.launch)
        let named = try named(catalog)
        let values = try values(catalog, of: named)
        guard (0...10_000).contains(deliveries) else {
            throw .badOption(name: "--deliveries", value: "\(deliveries)", reason: "expected a number from 0 to 10000")
        }
        let library = named?.library ?? Paths.absolute(file, context)
        if case .failure(let problem) = context.files.read(library) { throw .file(problem) }
        var (report, digest) = Conformance.inspect(library: library) { catalog.trusted(library, $0)?.ships ?? false }
        if report.conforms {
            let introduction = try introduction(library, digest, catalog)
            if let allowed = introduction.description {
                let conformance = Conformance(
                    library: library,
                    digest: digest,
                    values: values,
                    allowed: allowed,
                    dispatcher: catalog.delivery.dispatcher()
                )
                report = report.followed(by: conformance.run(now: catalog.delivery.now, deliveries: deliveries))
                try catalog.workspace.checkHealth()
            } else {
                report = report.failedToLoad(introduction.problem ?? "it does not identify itself")
            }
        }
        context.show(PluginCheckResult(ResultPath(library, catalog.workspace.paths), report), asJSON: data.json)
        return report.conforms ? .success : .badData
    }

    /// The channel or plugin that the argument names; nil for a path.
    private func named(_ catalog: PluginCatalog) throws(CommandError) -> Channel? {
        let context = catalog.workspace.context
        guard !file.contains("/"), !file.hasSuffix(".so"), !context.files.exists(Paths.absolute(file, context)) else {
            return nil
        }
        let channel = try catalog.channel(file)
        guard channel.library != nil else { throw catalog.unusable(channel) }
        return channel
    }

    /// The values to open the plugin with: those given with `--set`, then the channel's.
    private func values(_ catalog: PluginCatalog, of named: Channel?) throws(CommandError) -> [ChannelValue] {
        var given: [ChannelValue] = []
        for text in values {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw .badOption(name: "--set", value: text, reason: "expected key=value")
            }
            given.append(ChannelValue(key: String(text[..<sign]), text: String(text[text.index(after: sign)...])))
        }
        let keys = Set(given.map(\.key))
        let source = try channel.map { (name) throws(CommandError) in try catalog.channel(name) } ?? named
        return given + (source?.values ?? []).filter { !keys.contains($0.key) }
    }

    /// The description whose needs are granted: the library ships, was allowed, or the user confirms its needs now.
    private func introduction(_ library: FilePath, _ digest: String?, _ catalog: PluginCatalog) throws(CommandError)
        -> (description: WireDescription?, problem: String?)
    {
        let trusted = catalog.trusted(library, digest)
        if let manifest = trusted?.permission.manifest, let description = WireDescription(bytes: manifest) {
            return (description, nil)
        }
        let workspace = catalog.workspace
        if trusted == nil {
            workspace.warnOfUnconfined(library, ConfinementLevel(environment: workspace.context.environment))
            let question = "\(library) does not ship with antrain and was not allowed.\nRun its code to check it?"
            guard run || workspace.context.agrees(to: question) ?? false else { throw .notRun(library.string) }
        }
        let stranger = Channel(name: "check", library: library, digest: digest, values: [])
        let report = catalog.delivery.dispatcher().introduction(of: stranger)
        try workspace.checkHealth()
        let environment = workspace.context.environment
        let needs = report.description?.declaredNeeds(in: environment).map(\.words) ?? []
        guard trusted == nil, !needs.isEmpty else { return (report.description, report.problem) }
        if let problem = report.description?.needProblem(in: environment, used: workspace.usedPaths) {
            return (nil, problem)
        }
        workspace.talk("It needs:\n" + needs.map { "  \($0)" }.joined(separator: "\n"))
        guard run || workspace.context.agrees(to: "Allow this for the check?") ?? false else {
            throw .notRun(library.string)
        }
        return (report.description, nil)
    }
}

extension PluginCatalog {
    /// The channel with this library as its plugin, if the library ships or is exactly the file that the user allowed.
    func trusted(_ library: FilePath, _ digest: String?) -> Channel? {
        guard let digest else { return nil }
        let stamp = workspace.context.files.stamp(library)
        return delivery.configurations.map(delivery.channel).first { channel in
            channel.library.flatMap(workspace.context.files.stamp) == stamp && channel.digest == digest
                && channel.permission.mayDeliver
        }
    }
}
