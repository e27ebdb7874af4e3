import Foundation
import TestSupport
import Testing

/// Within a module, code refers only to files of its own folder and of the folders before it.
///
/// The compiler checks the order of modules, but not that of folders. The references come from the index that it writes in a debug build.
@Suite struct FolderOrderTests {
    /// The folders of each module that has some, lowest first; `.` stands for the files outside them.
    private static let orders = [
        "Application/Platform": ["Log", "."],
        "Application/UseCases": [".", "Daemon"],
        "CommandLine/antrain": ["Arguments", "Questions", "Commands", "."],
        "Core/Planning": [".", "Answers"],
        "Core/Progress": [".", "Records", "Statistics"],
        "Core/Reminders": ["Habits", "Notifications", "Channels", "Settings"],
        "Core/Training": [".", "Catalog", "Calendar", "Gym", "Notation", "Reader"],
        "Delivery/Delivery": ["Channels", "Runner", ".", "Conformance"],
        "Formats/ImportedJobs": ["Shell", "Crontab", "At", "."],
        "Storage/Ledger": ["Schema", "File", "State", "Journal", "Merging", "Queue", "Outbox", "Compaction"],
    ]

    @Test func foldersReferToEarlierOnes() throws {
        let script = BuildProducts.package + "Tests/TextTests/references.py"
        let printed = try run("/usr/bin/env", ["python3", script, BuildProducts.index, BuildProducts.package])
        try #require(printed.status == 0, "\(printed.errors)")
        var modules: Set<String> = []
        for line in printed.output.split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            let (module, folder) = Self.place(fields[0])
            modules.insert(module)
            let order = Self.orders[module] ?? []
            let earlier = order.prefix { $0 != folder }
            #expect(
                earlier.contains(Self.place(fields[1]).folder),
                "\(fields[0]) refers to \(fields[2]) in \(fields[1]); the order of \(module) is \(order)"
            )
        }
        #expect(modules == Set(Self.orders.keys))
    }

    private static func place(_ path: String) -> (module: String, folder: String) {
        let parts = path.split(separator: "/").map(String.init)
        return (parts.prefix(2).joined(separator: "/"), parts.count > 3 ? parts[2] : ".")
    }
}
