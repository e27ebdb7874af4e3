import Foundation
import TestSupport
import Testing

/// Within a module, code uses only the types of its own folder and of the folders before it.
///
/// The compiler checks the order of modules, but not that of folders. A use counts if it names the type.
@Suite struct FolderOrderTests {
    @Test(arguments: [
        (
            "CommandLine/antrain",
            ["Context", "Options", "Wiring", "Completion", "Results", "Doctor", "Actions", "Daemon", "Commands"]
        ),
        (
            "Core/Reminders",
            ["Localization", "Habits", "Notifications", "Channels", "Settings", "Planning", "Achievements", "Answers"]
        ),
        ("Core/Progress", ["Measurements", "Records", "Statistics"]),
        ("Formats/ImportedJobs", ["Shell", "Crontab", "At"]),
        ("Delivery/Delivery", ["Runner", "Conformance"]),
    ])
    func foldersDependOnEarlierOnes(module: String, folders: [String]) throws {
        let code = try folders.map { try SourceCode.files(in: "Sources/\(module)/\($0)") }
        var later: [String: String] = [:]
        for (folder, files) in zip(folders, code).reversed() {
            for (file, text) in files {
                let uses = typeNames(in: text).filter { later[$0] != nil }
                #expect(uses.isEmpty, "\(file) uses \(uses.sorted()) of \(uses.compactMap { later[$0] }.sorted())")
            }
            for type in files.values.flatMap(declaredTypes) { later[type] = folder }
        }
        #expect(later.count > folders.count)
    }

    /// The folders that contain Swift files of the module `antrain` have a place in the order.
    @Test func everyFolderHasAPlace() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: BuildProducts.package + "Sources/CommandLine/antrain"
        )
        let withCode = try folders.filter { try !SourceCode.files(in: "Sources/CommandLine/antrain/\($0)").isEmpty }
        let expected = [
            "Actions", "Commands", "Completion", "Context", "Daemon", "Doctor", "Options", "Results", "Wiring",
        ]
        #expect(withCode.sorted() == expected)
    }

    /// The capitalized names that do not belong to another type.
    private func typeNames(in code: String) -> Set<String> {
        Set(code.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.1) })
    }

    /// The types that a file declares outside other types.
    private func declaredTypes(_ code: String) -> [String] {
        code.matches(
            of:
                /(?m)^(?:(?:public|package|final|indirect)\s+)*(?:struct|enum|class|protocol|actor|typealias)\s+([A-Z]\w*)/
        )
        .map { String($0.1) }
    }
}
