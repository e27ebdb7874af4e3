public import AntrainPluginABI
import AntrainPluginKit

/// Runs a program for each notification, with the notification on its standard input and in its environment.
final class CommandPlugin: DeliveryPlugin {
    static let manifest = PluginManifest(
        name: "command",
        version: "1.0.0",
        summary: "Runs a program for each reminder",
        author: "antrain",
        keys: [
            .init(
                "command",
                .command,
                help: "the program with its arguments, run without a shell; required without preset"
            ),
            .init("input", help: "standard input: json, text or none (default: json)"),
            .init("preset", help: "apprise: send with Apprise (the program apprise, or command)"),
            .init(
                "urls",
                isSecret: true,
                isList: true,
                help: "Apprise URLs to notify, with preset apprise; may be a list"
            ),
            .init("timeout", .span, default: "20s", help: "time limit for the program, 1s to 25s"),
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
        case let other: throw .final("unknown preset '\(other)'", remedy: "set preset to apprise, or remove it")
        }
    }

    private static func program(_ values: PluginValues) throws(PluginFailure) -> Work {
        guard values.isSet("command") else {
            throw .final("missing value for 'command'", remedy: "set the program to run, or set preset to apprise")
        }
        guard !values.isSet("urls") else {
            throw .final("'urls' requires a preset", remedy: "set preset to apprise, or remove urls")
        }
        let command = try PluginCommand(values["command"], example: "~/bin/remind --loud")
        guard let input = CommandInput(rawValue: values.isSet("input") ? values["input"] : "json") else {
            throw .final("invalid input '\(values["input"])'", remedy: "set input to json, text or none")
        }
        return .program(command, input)
    }

    private var command: PluginCommand {
        switch work {
        case .program(let command, _): command
        case .apprise(let preset): preset.command
        }
    }

    func probe() throws(PluginFailure) { _ = try path }

    private var path: String {
        get throws(PluginFailure) {
            if let path = command.path { return path }
            if case .apprise(let preset) = work { throw preset.missing }
            throw .passing(
                "command not found or not executable: \(command.name)",
                remedy: "check command; use a full path if the program is not on the PATH"
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
            let remedy = "this exit code means a permanent failure (sysexits(3)); exit with 75 to have antrain retry"
            if let failure = ending.failure(of: command, timeout: timeout, remedy: remedy) { throw failure }
        }
    }
}

@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(CommandPlugin.self, host: host)
}

/// The standard input of a program.
enum CommandInput: String {
    case json, text, none

    func bytes(_ notification: DeliveredNotification) -> [UInt8] {
        switch self {
        case .json: Array((NotificationJSON(notification).text + "\n").utf8)
        case .text: Array((notification.title + "\n\n" + notification.bodyWithLateness + "\n").utf8)
        case .none: []
        }
    }
}
