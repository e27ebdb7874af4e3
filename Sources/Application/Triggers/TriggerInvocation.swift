import CivilTime
import Files
import Platform
import Ledger
import Reminders
import Session
import SystemPackage

/// The command line that a trigger runs.
///
/// cron and systemd start programs with few variables. Those that decide where antrain finds its files, and its time zone, become
/// part of the invocation if they differ from the trigger's.
struct TriggerInvocation: Equatable {
    /// A variable to set, or to remove if its value is nil.
    struct Variable: Equatable {
        let name: String
        let value: String?
    }

    let program: FilePath
    let arguments: [String]
    let variables: [Variable]

    /// - Parameter given: the variables of programs that the trigger starts; the home folder of the login is added.
    init(_ workspace: Workspace, _ options: LaunchOptions, runs command: String, given: [String: String] = [:]) {
        let context = workspace.context
        program = context.executable
        var arguments = [command]
        if let file = options.config { arguments += ["--config", Paths.absolute(file, context).string] }
        if let folder = options.dataDir { arguments += ["--data-dir", Paths.absolute(folder, context).string] }
        if let folders = options.pluginPath {
            arguments += ["--plugin-path", TriggerInvocation.absolute(folders, context)]
        }
        self.arguments = arguments

        let theirs = TriggerInvocation.loginVariables(context).merging(given) { $1 }
        var ours = context.environment.filter { !$0.value.isEmpty }
        for name in ["ANTRAIN_PLUGIN_PATH", "ANTRAIN_PROGRAM_PATH"] {
            ours[name] = ours[name].map { TriggerInvocation.absolute($0, context) }
        }
        let zoneName = TriggerInvocation.needsZone(context, options, given: theirs) ? "TZ" : nil
        let names =
            ["HOME"] + TriggerInvocation.folders.map(\.name) + TriggerInvocation.others + [zoneName].compactMap { $0 }
        variables = names.compactMap { name in
            let (wanted, present) = (TriggerInvocation.value(name, ours), TriggerInvocation.value(name, theirs))
            return wanted == present ? nil : Variable(name: name, value: wanted)
        }
    }

    /// The words of the command line, for a shell.
    var words: [String] {
        let command = [program.string] + arguments
        guard !variables.isEmpty else { return command }
        let removed = variables.filter { $0.value == nil }.flatMap { ["-u", $0.name] }
        let set = variables.compactMap { variable in variable.value.map { "\(variable.name)=\($0)" } }
        return ["env"] + removed + set + command
    }

    // MARK: Variables

    private static let folders = [
        (name: "XDG_CONFIG_HOME", usual: ".config"), (name: "XDG_DATA_HOME", usual: ".local/share"),
        (name: "XDG_STATE_HOME", usual: ".local/state"),
    ]
    private static let others = ["TZDIR", "ANTRAIN_PLUGIN_PATH", "ANTRAIN_PROGRAM_PATH"]

    /// The value of a variable; nil if it is not set, or has no effect.
    private static func value(_ name: String, _ variables: [String: String]) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        guard let usual = folders.first(where: { $0.name == name })?.usual else { return value }
        let isUsual = variables["HOME"].map { FilePath($0).appending(usual) == FilePath(value) } ?? false
        return value.hasPrefix("/") && !isUsual ? value : nil
    }

    /// Whether the trigger's time zone differs from that of this command, and the settings do not choose one.
    private static func needsZone(_ context: Context, _ options: LaunchOptions, given: [String: String]) -> Bool {
        var silent = context
        silent.output.talk = { _ in }
        silent.log = RunLog()
        if let workspace = try? Workspace(silent, options) {
            workspace.isReadOnly = true
            let remembered = (workspace.hasLedger ? try? workspace.rememberedSettings() : nil) ?? RememberedSettings()
            let loaded = try? workspace.loadSettings(remembered)
            if let loaded, loaded.settings.timezone != .system { return false }
        }
        var theirs = context.environment
        theirs["TZ"] = given["TZ"]
        let zones = ZoneDatabase.system(environment: context.environment)
        guard let zone = try? zones.localZone(environment: context.environment) else { return false }
        return (try? zones.localZone(environment: theirs))?.identifier != zone.identifier
    }

    /// The variables that a program gets at login: the home folder in /etc/passwd (passwd(5)), which has no entry for users of LDAP.
    static func loginVariables(_ context: Context) -> [String: String] {
        guard case .success(let bytes) = context.files.read("/etc/passwd") else { return [:] }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count == 7, fields[2] == "\(context.userID)" { return ["HOME": String(fields[5])] }
        }
        return [:]
    }

    private static func absolute(_ folders: String, _ context: Context) -> String {
        folders.split(separator: ":").map { Paths.absolute(String($0), context).string }.joined(separator: ":")
    }
}
