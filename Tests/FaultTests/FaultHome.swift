import Foundation
import TestSupport

/// A home in which antrain runs with faults; its files can be restored.
final class FaultHome {
    private let folder: TemporaryFolder
    /// The user's home, which contains only antrain's files and the crontab.
    let path: String
    var now: String
    /// A folder of programs to use instead of those of the tests' own build.
    var programs: String?

    /// The plugin that records its notifications in the folder `path`.
    static var plugin: String { built.plugin }

    /// The library that makes operations fail.
    static var faults: String { built.faults }

    /// The library that makes operations fail, and the plugin that records its notifications: built once.
    private static let built: (faults: String, plugin: String) = {
        do {
            let folder = try TemporaryFolder(path: TemporaryFolder.ofRun.path + "/fault-tests")
            let library = folder.path + "/libfaults.so"
            let source = BuildProducts.package + "Tests/FaultTests/Shim/faults.c"
            let words = ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
            let compiled = try run("/usr/bin/env", words + ["-o", library, source, "-ldl"])
            guard compiled.status == 0 else { throw ProgramFailure(message: compiled.errors) }
            return (library, try compilePlugin(notingPlugin, into: folder, name: "note"))
        } catch { fatalError("\(error)") }
    }()

    /// Makes an empty home.
    init(now: String = "2026-11-22T20:00") throws {
        folder = try TemporaryFolder()
        path = folder.path + "/home"
        self.now = now
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try folder.write("notes/.keep", "")
        try folder.write("bin/crontab", "#!/bin/sh\n" + Self.crontab, mode: 0o755)
    }

    /// crontab(1) on a file in the home.
    private static let crontab = """
        cd "${0%/*}/../home"
        case "$1" in
        -l) [ -f tab ] || { echo "no crontab for me" >&2; exit 1; }
            /bin/cat tab ;;
        -) /bin/cat >new && /bin/mv new tab ;;
        esac

        """

    /// The settings of the channel that records its notifications.
    var settings: String {
        """
        # kept by hand
        enabled: on
        time: 07:30
        days: mon,wed,fri
        channels: [note]
        configure:
          note: {plugin: \(Self.built.plugin), path: \(folder.path)/notes}

        """
    }

    /// The delivered notifications, each as `id key`.
    var notes: [String] {
        ((try? folder.read("notes/delivered")) ?? "").split(separator: "\n").map(String.init)
    }

    func forgetNotes() { try? FileManager.default.removeItem(atPath: folder.path + "/notes/delivered") }

    func write(_ name: String, _ text: String) throws {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    /// Runs antrain until it exits.
    ///
    /// - Parameter input: a line for its standard input.
    @discardableResult
    func antrain(_ line: String, variables: [String: String] = [:], input: String? = nil) throws -> Finished {
        let arguments = line.split(separator: " ").map(String.init)
        let environment = environment.merging(variables) { $1 }
        guard let input else { return try run(program(variables), arguments, environment: environment, in: path) }
        let pipe = ["-c", "printf '%s\\n' \"$0\" | \"$@\"", input, program(variables)] + arguments
        return try run("/bin/sh", pipe, environment: environment, in: path)
    }

    /// The release build is statically linked, so faults need the tests' own build.
    private func program(_ variables: [String: String]) -> String {
        if let programs { return programs + "/antrain" }
        return variables["LD_PRELOAD"] == nil ? BuildProducts.path("antrain") : BuildProducts.ownPath("antrain")
    }

    private var environment: [String: String] {
        [
            "HOME": path, "TZ": "Europe/Berlin", "ANTRAIN_NOW": now, "PATH": "\(folder.path)/bin:/usr/bin:/bin",
            "LOGNAME": "me",
        ]
    }

    /// The result of a run with a fault.
    struct Faulty {
        let finished: Finished
        /// The number of operations that counted.
        let operations: Int
        /// The operation and the file with the fault; nil if the run had fewer operations.
        let hit: String?
    }

    /// Runs antrain with a fault at the operation with that number.
    ///
    /// - Parameters:
    ///   - kind: a fault of `faults.h`.
    ///   - number: from 1; 0 counts the operations and injects no fault.
    func antrain(_ line: String, _ kind: String, at number: Int) throws -> Faulty {
        unlink(reportFile)
        let finished = try antrain(line, variables: fault(kind, number))
        let (operations, hit) = report()
        return Faulty(finished: finished, operations: operations, hit: hit)
    }

    /// Runs antrain as after a reboot: no process holds a lease.
    func antrainAfterReboot(_ line: String) throws -> Finished {
        let boot = try folder.write("boot", UUID().uuidString)
        return try antrain(line, variables: fault("none", 0).merging(["FAULT_BOOT": boot]) { $1 })
    }

    var reportFile: String { folder.path + "/report" }

    private func fault(_ kind: String, _ number: Int) -> [String: String] {
        [
            "LD_PRELOAD": Self.built.faults, "FAULT_ROOT": path, "FAULT_PROGRAM": "antrain", "FAULT_KIND": kind,
            "FAULT_AT": "\(number)", "FAULT_REPORT": reportFile,
        ]
    }

    /// The number of operations so far, and the one with the fault.
    func report() -> (operations: Int, hit: String?) { Self.report(reportFile) }

    static func report(_ file: String) -> (operations: Int, hit: String?) {
        let bytes = [UInt8]((try? Data(contentsOf: URL(filePath: file))) ?? Data())
        guard bytes.count >= 528 else { return (0, nil) }
        func integer(_ place: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self) }
        return (integer(0), integer(8) > 0 ? "\(text(16..<48)) \(text(48..<528))" : nil)
    }

    /// The folder for the output of started processes.
    var logs: String { folder.path + "/logs" }

    func log(_ name: String) -> String { (try? folder.read("logs/" + name)) ?? "" }

    /// Starts antrain in the background.
    func start(_ line: String, log: String, fault: (kind: String, number: Int)? = nil) throws -> BackgroundProgram {
        try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
        unlink(reportFile)
        let variables = fault.map { self.fault($0.kind, $0.number) } ?? [:]
        return try BackgroundProgram(
            program(variables),
            line.split(separator: " ").map(String.init),
            environment: uncounted(environment.merging(variables) { $1 }),
            log: logs + "/" + log
        )
    }

    /// Runs antrain and records what it does with files.
    func recorded(_ line: String) throws -> (finished: Finished, trace: [UInt8]) {
        let trace = folder.path + "/trace"
        unlink(trace)
        let finished = try antrain(line, variables: fault("none", 0).merging(["FAULT_TRACE": trace]) { $1 })
        return (finished, [UInt8]((try? Data(contentsOf: URL(filePath: trace))) ?? Data()))
    }

    func files() throws -> HomeFiles { try HomeFiles(below: path) }

    func restore(_ files: HomeFiles) throws { try files.write(below: path) }
}

/// A plugin in C that appends the id and the key of each notification to `delivered` in the folder that its key `path` names.
private let notingPlugin = #"""
    #include <antrain_plugin.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>

    static char file[4096];
    static int32_t open_it(const antrain_host *h, const antrain_pair *v, uint64_t n, void **i, antrain_result *r) {
        (void)h; (void)r; *i = file;
        for (uint64_t k = 0; k < n; k++)
            if (v[k].key.length == 4) snprintf(file, sizeof file, "%.*s/delivered", (int)v[k].value.length, v[k].value.data);
        return ANTRAIN_OK;
    }
    static int32_t deliver(void *i, const antrain_notification *m, antrain_result *r) {
        (void)i; (void)r;
        char line[4096];
        int length = snprintf(line, sizeof line, "%.*s %.*s\n", (int)m->id.length, m->id.data, (int)m->key.length, m->key.data);
        int fd = open(file, O_WRONLY | O_APPEND | O_CREAT, 0600);
        int is_written = fd >= 0 && write(fd, line, length) == length;
        if (fd >= 0) close(fd);
        return is_written ? ANTRAIN_OK : ANTRAIN_RETRY;
    }
    static const antrain_key keys[] = { { ANTRAIN_STRING("path"), ANTRAIN_STRING("the folder"), { 0 }, ANTRAIN_TYPE_PATH, 0 } };
    static const antrain_plugin plugin = {
        .size = sizeof(antrain_plugin), .abi_minor = ANTRAIN_PLUGIN_ABI_MINOR, .name = ANTRAIN_STRING("note"),
        .version = ANTRAIN_STRING("1"), .capabilities = ANTRAIN_CAPABILITY_DELIVER, .keys = keys, .key_count = 1,
        .open = open_it, .deliver = deliver,
    };
    const antrain_plugin *antrain_plugin_entry_v1(const antrain_host *host) { (void)host; return &plugin; }
    """#
