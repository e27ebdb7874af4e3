import Foundation
import MachineFiles
import SystemPackage
import TestSupport
import Testing

/// Appending to a machine's file and rewriting it, with a fault at each file operation in turn: a reader gets the former messages or all
/// of them, and the next run completes the file.
@Suite struct MachineFileFaultTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.path + "/synchronized/5f0c9a1e44d1b7a3.antrain"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/synchronized",
            withIntermediateDirectories: true
        )
    }

    /// What the file is before the run.
    enum Beginning: CaseIterable { case none, whole, torn }

    private static let kinds = [
        "eio", "broken-disk", "full-disk", "short-write", "interrupted", "torn-write", "kill-change", "kill",
    ]

    @Test(arguments: Beginning.allCases, kinds) func noFaultLosesMessages(beginning: Beginning, kind: String) throws {
        var start: Data?
        if beginning != .none {
            try #require(try write(3).status == 0)
            start = try Data(contentsOf: URL(filePath: file))
            if beginning == .torn { start? += [1, 2, 3] }
        }
        var (number, isSynchronized) = (1, false)
        while true {
            if let start {
                try start.write(to: URL(filePath: file))
            } else {
                try? FileManager.default.removeItem(atPath: file)
            }
            let finished = try write(6, kind, at: number)
            let hit = FaultHome.report(report).hit
            let place = "\(beginning), \(kind) at \(number) (\(hit ?? "not reached")): \(finished)"
            let messages = try read()
            #expect(messages == 6 || messages == (beginning == .none ? 0 : 3), "\(place): \(messages)")
            #expect([0, 74, 128 + 9].contains(finished.status), "\(place)")
            if beginning == .whole, ["full-disk", "short-write"].contains(kind), hit != nil {
                // Otherwise the next run would have to rewrite the file, for which a full disk has no space either.
                #expect(try Data(contentsOf: URL(filePath: file)) == start, "\(place)")
            }
            if hit?.hasPrefix("fsync") == true {
                isSynchronized = true
                #expect(finished.status != 0, "\(place): reported as done, and not synchronized")
            }
            if finished.status == 0 { #expect(messages == 6, "\(place)") }
            #expect(try write(6).status == 0, "\(place)")
            #expect(try read() == 6, "\(place)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/synchronized")
            // A temporary file remains if no later run writes a whole file; then a kill left it.
            #expect(names.count == 1 || finished.status == 128 + 9 && names.count == 2, "\(place): \(names)")
            for name in names where name.hasPrefix(".") {
                try FileManager.default.removeItem(atPath: folder.path + "/synchronized/" + name)
            }
            if hit == nil { break }
            number += 1
        }
        #expect(number > 1, "nothing was counted")
        if kind == "eio" { #expect(isSynchronized) }
    }

    private func write(_ count: Int, _ kind: String = "none", at number: Int = 0) throws -> Finished {
        unlink(report)
        return try run(
            BuildProducts.helperPath("machine-file-writer"),
            [file, "\(count)"],
            environment: [
                "LD_PRELOAD": FaultHome.faults, "FAULT_ROOT": folder.path + "/synchronized",
                "FAULT_PROGRAM": "machine-file-writer", "FAULT_KIND": kind, "FAULT_AT": "\(number)",
                "FAULT_REPORT": report,
            ]
        )
    }

    private var report: String { folder.path + "/report" }

    /// The number of messages, which are in order; 0 without a file.
    private func read() throws -> Int {
        guard FileManager.default.fileExists(atPath: file) else { return 0 }
        let key = try #require(SyncKey(bytes: Array(0..<32)))
        let messages = try MachineFile.read(FilePath(file), with: key).messages
        #expect(messages == messages.indices.map { Array("\($0 + 1)".utf8) })
        return messages.count
    }
}
