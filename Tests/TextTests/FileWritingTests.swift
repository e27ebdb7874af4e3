import Foundation
import TestSupport
import Testing

/// `LiveFiles.write` writes every file of the user; other code that opens or renames files has a reason.
@Suite struct FileWritingTests {
    /// Files and folders of the package, and why their code does not use it.
    private static let exceptions = [
        "Sources/System/Files/LiveFiles+Writing.swift": "it is the function itself",
        "Sources/System/Files/LiveFiles.swift": "appends lines to antrain's own logs",
        "Sources/Application/Platform/Log/FileLogHandler.swift": "renames antrain's own log when it is full",
        "Sources/Application/Platform/RestoreJournal.swift":
            "gives files that `LiveFiles.write` wrote their names",
        "Sources/Application/Platform/DaemonLock.swift": "a lock, which has no contents",
        "Sources/Application/Platform/Output.swift": "a terminal",
        "Sources/Application/Platform/ProcessEnvironment.swift": "opens /dev/null in place of closed streams",
        "Sources/System/Files/FileLock.swift": "a lock, which has no contents",
        "Sources/System/Files/FilePath+Keeping.swift": "gives a file a second name",
        "Sources/Storage/Ledger/File/": "the empty ledger, copies and snapshots of it, second names, and locks",
        "Sources/Storage/MachineFiles/MachineFile+Writing.swift":
            "appends to a machine's own file, of which readers ignore an incomplete end",
        "Sources/Storage/Recovery/": "repaired ledgers and snapshots, which SQLite writes",
        "Sources/System/CLinux/place.c": "creates the empty file that a plugin declares, before the plugin is confined",
        "Sources/Delivery/CConfinement/filter.c": "the flags that a plugin may use",
        "Plugins/At/":
            "a plugin, which has no access to the host's code: empty files, and reads the daemon's process id",
        "Plugins/Console/": "a plugin: terminals",
        "Plugins/Desktop/": "a plugin: its own list, changed in place under a lock",
        "Plugins/LogFile/": "a plugin: appends lines",
        "Sources/Delivery/PluginFiles/": "a plugin: replaces files of its own, and the tasks that it wrote",
        "Plugins/Examples/": "an example of a plugin: appends lines",
        "Plugins/Templates/": "a template of a plugin: appends lines",
    ]

    private static func writes(_ code: String) -> Bool {
        // The name of a declared function is no call.
        let code = code.replacing(/func +\w+/, with: "")
        let flags = /(^|[^\w])O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/
        let calls =
            /(^|[^.\w])(creat|fopen|freopen|mkstemp|mkostemp|truncate|ftruncate|rename|renameat|renameat2|link|linkat|symlink)\(/
        let methods =
            /(^|[^\w])(createFile|copyItem|moveItem|linkItem|createSymbolicLink|replaceItem\w*|OutputStream)\(|\.write\(to(File)?:(?! *&)|\.backup\(to|\.(writeOnly|readWrite)\W|FileHandle\(for(Writing|Updating)|vacuum\(into/
        return code.contains(flags) || code.contains(calls) || code.contains(methods)
    }

    @Test func onlyOneFunctionWritesTheUsersFiles() throws {
        var files: [String] = []
        for folder in ["Sources", "Plugins"] {
            files += try SourceCode.files(in: folder, [".swift", ".c", ".h"]).filter { Self.writes($0.value) }.keys
        }
        func exception(_ file: String) -> String? { Self.exceptions.keys.first { file.hasPrefix($0) } }
        let others = files.filter { exception($0) == nil }
        #expect(others.isEmpty, "use LiveFiles.write, or give a reason here: \(others.sorted())")
        let unused = Set(Self.exceptions.keys).subtracting(files.compactMap(exception))
        #expect(unused.isEmpty, "this code no longer writes: \(unused)")
    }

    @Test(arguments: [
        "open(path, O_WRONLY | O_CREAT, 0o600)", "let flags = O_RDWR", "creat(path, 0o644)", "  fopen(name, mode)",
        "rename(old, new)", "text.write(toFile: path, atomically: true, encoding: .utf8)", "try data.write(to: url)",
        "FileManager.default.copyItem(atPath: a, toPath: b)", "manager.createFile(atPath: a, contents: nil)",
        "FileHandle(forWritingAtPath: path)", "try FileDescriptor.open(path, .writeOnly, options: [.create])",
        "try queue.backup(to: other)", "guard link(a, b) == 0 else { return }",
    ])
    func eachWayToWriteIsFound(code: String) { #expect(Self.writes(code)) }

    @Test(arguments: [
        "open(path, O_RDONLY)", "NtfyHook.link(value)", "line.write(to: &text)",
        "// rename(old, new)", "let text = \"O_CREAT\"",
    ])
    func nothingElseIsFound(code: String) { #expect(!Self.writes(SourceCode.bare(code))) }
}
