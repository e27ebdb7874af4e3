import Foundation
import TestSupport
import Testing

/// No message about the settings shows a value of a channel or of the heartbeat.
@Suite struct SettingsSecretTests {
    private static let settings = ".config/antrain/settings.yaml"
    private static let hook = "enabled: on\nchannels: [console, hook]\nconfigure:\n  hook:\n    plugin: webhook\n"

    private func check(_ text: [UInt8], shows part: String) throws {
        let home = try Home()
        try home.folder.write(Self.settings, "")
        try Data(text).write(to: URL(filePath: home.folder.path + "/" + Self.settings))
        for line in [
            "schedule-next", "settings", "settings --json", "settings grace 1h", "doctor", "doctor --json", "",
        ] {
            let run = try home.antrain(line)
            #expect(!(run.output + run.errors).contains("ZZ"), "\(line): \(run)")
            if line == "settings grace 1h" {
                #expect(run.status == 78 && run.errors.contains("settings.yaml:"), "\(run)")
                #expect(run.errors.contains(part) && run.errors.contains("^"), "\(run)")
            }
        }
    }

    @Test(arguments: [
        ("    token: \"ZZSECRET\n", "token: "), ("    token: 'ZZSECRET\n", "token: "),
        ("    token ZZSECRET\n", "token "),
        ("    token:ZZSECRET\n", "token:"), ("   token: ZZSECRET\n", "token: "), ("\ttoken: ZZSECRET\n", "token: "),
        ("    token: [ZZSECRET\n", "token: "), ("    token: {ZZSECRET\n", "token: "),
        ("    token: @ZZSECRET\n", "token: "),
        ("    token: *ZZSECRET\n", "alias '…' has no anchor"), ("    token: !ZZSECRET\n", "tags such as '…'"),
        ("    token: %ZZSECRET\n", "token: "), ("    token: `ZZSECRET\n", "token: "),
        ("    token: \"ZZ\\qSECRET\"\n", "token: "), ("    token: ZZ: ZZSECRET\n", "token: "),
        ("    token: {value: ZZSECRET}\n", "token: {value: ••••"), ("    token: {ZZSECRET}\n", "token: {•••"),
        ("    token: {file: ZZSECRET, env: X}\n", "either 'file' or 'env'"),
        ("    token: {file: ZZSECRET}\n", "'file' is not an absolute path"),
        ("    token: {env: 7ZZSECRET}\n", "'env' is not the name of a variable"),
        ("    token: [[ZZSECRET]]\n", "cannot be a list"), ("    token: ZZSECRET\n    token: ZZOTHER\n", "token: "),
        ("    limit: none # token: ZZSECRET\n", "limit"), ("  ntfy: ZZSECRET\n", "  ntfy: •••"),
        ("  token: ZZSECRET\n", "  token: •••"), ("token: ZZSECRET\n", "unknown key 'token'"),
        ("    token: >\n    ZZSECRET\n", "missing colon"), ("    token: |\n      ZZ\n     - ZZ\n", "settings.yaml:"),
        ("    token: &a ZZSECRET\n    to: [*b, *a]\n", "alias '…' has no anchor"), ("    - ZZSECRET\n", "- •••"),
        ("    token:\n      - 'ZZSECRET\n", "- '•••"),
        ("    token: ZZSECRET\nheartbeat: url ZZSECRET: x\n", "heartbeat: "),
        ("    token: ZZSECRET\n  time 07:30\n", "time "), ("    token: \u{85}ZZSECRET: x: y\n", "settings.yaml:"),
    ])
    func typos(lines: String, part: String) throws {
        try check(Array((Self.hook + lines).utf8), shows: part)
    }

    @Test func anInvalidByte() throws {
        try check(Array((Self.hook + "    token: ZZ").utf8) + [0xFF] + Array("ZZ\n".utf8), shows: "token: ••")
    }

    /// The whole file, and what is shown of it.
    @Test(arguments: [
        ("configure: ZZSECRET\n", "configure: •••"), ("configre:\n  hook:\n    token: ZZ\n", "configre:"),
        ("channels: [hook]\n  hook:\n    token: ZZSECRET\n", "hook"), ("token ZZSECRET\n", "token "),
        ("channels:\n  hook:\n    token: ZZSECRET\n  x\n", "missing colon"), ("ZZSECRET\n", "a mapping"),
        ("enabled: on token: ZZSECRET\n", "enabled: on token: "),
        ("{enabled: on, configure: {a: {b: ZZ\n", "enabled: "),
        ("enabled: on\r\nconfigure:\r\n  a:\r\n    b: 'ZZSECRET\r\n", "b: '•••"),
        ("enabled: on\rconfigure:\r  a:\r    b: 'ZZSECRET\r", "b: '•••"),
        ("equipment:\n  bar: 20kg\n configure:\n   hook:\n     token: ZZSECRET\n", "configure:"),
    ])
    func misplacedKeys(text: String, part: String) throws {
        try check(Array(text.utf8), shows: part)
    }

    /// The lines of other settings are shown as they are.
    @Test(arguments: [
        ("days: [mon, tue\ntime: 07:30\n", "days: [mon, tue"), ("enabled: on\ntime 07:30\n", "time 07:30"),
        ("texts:\n  workout:\n    title: \"Push\n", "title: \"Push"),
        ("quiet-hours:\n  from: 22:00\n   to: x\n", "to: x"),
        ("channels:\n  - console\n -  log\n", "-  log"), ("days:\n- mon\n- [tue\n", "- [tue"),
        ("time: 25:00\nconfigure: {a: {b: ZZ}}\n", "time: 25:00"),
        ("configure: {a: {b: ZZ, limit: none}}", "limit: none}}"),
    ])
    func plainSettings(text: String, line: String) throws {
        try check(Array(text.utf8), shows: line)
    }
}
