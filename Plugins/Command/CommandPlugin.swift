public import AntrainPluginABI
import AntrainPluginKit

/// Runs a program for each notification, with the notification on its standard input and in its environment.
final class CommandPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "command",
        version: "1.0.0",
        summary: "Runs a program of yours for each reminder",
        author: "antrain",
        keys: [
            .init(
                "command",
                .command,
                help: "the program with its arguments; no shell reads it; required without preset"
            ),
            .init("input", help: "what it reads on its standard input: json (which it is by default), text or none"),
            .init("preset", help: "apprise: hands over to Apprise, by the program apprise or by command"),
            .init(
                "urls",
                isSecret: true,
                isList: true,
                help: "with the preset: Apprise's URLs of whom to notify; may be a list"
            ),
            .init("timeout", .span, default: "20s", help: "how long the program may take, 1s to 25s"),
        ],
        needs: [.network, .exec, .rights]
    )

    private enum Work {
        case program(PluginCommand, CommandInput)
        case apprise(ApprisePreset)
    }

    private let work: Work
    private let timeout: Int

    init(values: PluginValues, host: PluginHost) throws(PluginFailure) {
        timeout = try values.seconds("timeout", in: 1...25)
        switch values["preset"] {
        case "": work = try CommandPlugin.program(values)
        case "apprise": work = .apprise(try ApprisePreset(values))
        case let other: throw .final("'\(other)' is no preset", remedy: "set preset to apprise, or leave it out")
        }
    }

    private static func program(_ values: PluginValues) throws(PluginFailure) -> Work {
        guard values.isSet("command") else {
            throw .final(
                "the plugin command needs a value for 'command'",
                remedy: "name the program to run, or set preset to apprise"
            )
        }
        guard !values.isSet("urls") else {
            throw .final("'urls' is for the preset", remedy: "set preset to apprise, or leave urls out")
        }
        let command = try PluginCommand(values["command"], example: "~/bin/remind --loud")
        guard let input = CommandInput(rawValue: values.isSet("input") ? values["input"] : "json") else {
            throw .final("'\(values["input"])' is no input", remedy: "set input to json, text or none")
        }
        return .program(command, input)
    }

    private var command: PluginCommand {
        switch work {
        case .program(let command, _): command
        case .apprise(let preset): preset.command
        }
    }

    func probe() throws(PluginFailure) {
        _ = try path
    }

    private var path: String {
        get throws(PluginFailure) {
            if let path = command.path { return path }
            if case .apprise(let preset) = work { throw preset.missing }
            throw .passing(
                "there is no program \(command.name) that can be run",
                remedy: "set command to one, by its full path where it is not on the PATH"
            )
        }
    }

    func deliver(_ notification: DeliveredNotification) throws(PluginFailure) {
        let path = try path
        switch work {
        case .apprise(let preset): try preset.deliver(notification, path: path, timeout: timeout)
        case .program(let command, let input):
            let ending = command.run(
                path,
                input: input.bytes(notification),
                variables: NotificationVariables.all(of: notification),
                timeout: timeout
            )
            let remedy = "by sysexits(3) that is final; let it end with 75 for what should be tried again"
            if let failure = ending.failure(of: command, timeout: timeout, remedy: remedy) { throw failure }
        }
    }
}

/// What the library exports.
@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(CommandPlugin.self, host: host)
}
