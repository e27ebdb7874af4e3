import Foundation
import TestSupport
import Testing

/// Installing and uninstalling with the default prefix ~/.local, which also contains the user's data.
@Suite struct InstallTests {
    private let home: TemporaryFolder
    private let build: TemporaryFolder

    init() throws {
        (home, build) = (try TemporaryFolder(), try TemporaryFolder())
        // What .ci/stage and .ci/manual ask it.
        try build.write(
            "antrain",
            """
            #!/bin/sh
            done='{"commandName":"done","abstract":"Log."}'
            case $1 in
            --experimental-dump-help) echo "{\\"command\\":{\\"subcommands\\":[$done]}}" ;;
            help) printf 'antrain\\n\\nEVERY DAY\\n  done  Log.\\n' ;;
            esac

            """,
            mode: 0o755
        )
        try build.write("antrain-plugin-runner", "#!/bin/sh\n", mode: 0o755)
        try build.write("runtime/libswiftCore.so", "runtime")
        for plugin in ["at", "command", "console", "desktop", "log", "mail", "tasks", "webhook"] {
            try build.write("libantrain-\(plugin).so", plugin)
        }
    }

    private var prefix: String { home.path + "/.local" }

    private func script(_ name: String, _ arguments: [String]) throws {
        let done = try run(BuildProducts.package + ".ci/" + name, arguments)
        #expect(done.status == 0, "\(done.errors)")
    }

    private func files() throws -> Set<String> {
        let found = try run("/usr/bin/env", ["find", home.path, "-type", "f", "-printf", "%P\\n"]).output
        return Set(found.split(separator: "\n").map(String.init))
    }

    /// The user's files in folders to which antrain installs.
    private let mine = [
        ".local/share/antrain/ledger.sqlite", ".local/share/antrain/ledger.sqlite-wal",
        ".local/share/antrain/plugins/mine.so", ".local/share/antrain/programs/mine.yaml",
        ".local/lib/antrain/plugins/mine.so", ".local/bin/other",
    ]
    /// Files that the user adds after antrain was installed.
    private let added = [
        ".local/share/man/man1/antrain-mine.1", ".local/libexec/antrain/mine", ".local/share/fish/config.fish",
    ]

    @Test func removingAntrainKeepsWhatIsTheUsers() throws {
        for file in mine { try home.write(file, "mine") }
        try FileManager.default.createDirectory(
            atPath: prefix + "/share/man/man1",
            withIntermediateDirectories: true
        )
        try script("install", [build.path, prefix])
        let installed = try files()
        #expect(installed.contains(".local/bin/antrain") && installed.contains(".local/share/man/man1/antrain.1"))
        #expect(installed.contains(".local/share/man/man1/antrain-done.1"))
        #expect(installed.contains(".local/share/man/man5/antrain-settings.5"))
        #expect(installed.contains(".local/share/antrain/programs/push-pull-legs.yaml"))
        #expect(installed.contains(".local/share/antrain/exercises.yaml"))
        #expect(installed.contains(".local/share/antrain/exercises.schema.json"))
        #expect(FileManager.default.isExecutableFile(atPath: prefix + "/libexec/antrain/antrain-plugin-runner"))
        #expect(installed.contains(".local/libexec/antrain/runtime/libswiftCore.so"))
        for file in added { try home.write(file, "mine") }
        // Twice: the second time there is nothing to remove.
        for _ in 1...2 {
            try script("uninstall", [prefix])
            #expect(try files() == Set(mine + added))
        }
        #expect(!FileManager.default.fileExists(atPath: prefix + "/libexec/antrain/runtime"))
        #expect(!FileManager.default.fileExists(atPath: prefix + "/include"))
    }

    /// A folder that existed before stays, even if it is empty.
    @Test func removingAntrainKeepsFoldersOfTheUser() throws {
        for folder in ["share/man/man1", "include"] {
            try FileManager.default.createDirectory(atPath: "\(prefix)/\(folder)", withIntermediateDirectories: true)
        }
        // The second installation must not take the folders of the first for the user's.
        for _ in 1...2 { try script("install", [build.path, prefix]) }
        try script("uninstall", [prefix])
        let found = try run("/usr/bin/env", ["find", prefix, "-mindepth", "1", "-printf", "%P\\n"]).output
        #expect(Set(found.split(separator: "\n")) == ["share", "share/man", "share/man/man1", "include"])
    }

    /// Uninstalling from one prefix does not affect an installation in another.
    @Test func prefixesAreIndependent() throws {
        let other = home.path + "/opt"
        try script("install", [build.path, prefix])
        let expected = try files()
        try script("uninstall", [other])
        #expect(try files() == expected)
        try script("install", [build.path, other])
        try script("uninstall", [other])
        #expect(try files() == expected)
    }

    @Test func anUpdateRemovesObsoleteFiles() throws {
        try script("install", [build.path, prefix])
        try home.write(".local/share/antrain/programs/gone.yaml", "of an earlier version")
        let manifest = try home.read(".local/lib/antrain/install-manifest")
        let lines = manifest.split(separator: "\n").map(String.init) + ["share/antrain/programs/gone.yaml"]
        let sorted = lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        try home.write(".local/lib/antrain/install-manifest", sorted.joined(separator: "\n") + "\n")
        try script("install", [build.path, prefix])
        #expect(try !files().contains(".local/share/antrain/programs/gone.yaml"))
        #expect(try home.read(".local/lib/antrain/install-manifest") == manifest)
    }
}
