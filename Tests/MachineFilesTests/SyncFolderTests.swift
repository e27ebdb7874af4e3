import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files
@testable import MachineFiles

@Suite struct SyncFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func list() throws -> SyncFolder.Listing { try SyncFolder.list(FilePath(folder.path)) }

    @Test(arguments: [
        "5f0c9a1e44d1b7a3.antrain", "5F0C9A1E44D1B7A3.antrain", "5f0c9a1e44d1b7a3 (copy).antrain",
        "5f0c9a1e44d1b7a3.sync-conflict-20261128-101112-ABCDEFG.antrain", "5f0c9a1e44d1b7a3.antrain.~1~",
        "5f0c9a1e44d1b7a3.antrain~", "5f0c9a1e44d1b7a3.antrain.orig", "5f0c9a1e44d1b7a3.antrain.mine",
        "5f0c9a1e44d1b7a3~HEAD.antrain", "5f0c9a1e44d1b7a3_BASE_1234.antrain", "5f0c9a1e44d1b7a3 (Kopie 2).antrain (1)",
        "Kopie von 5f0c9a1e44d1b7a3.antrain", "laptop.antrain", "é.antrain",
    ])
    func copiesAreListed(name: String) throws {
        try folder.write(name, "anything")
        let listing = try list()
        #expect(listing.files.map(\.path) == [FilePath(folder.path + "/" + name)])
        #expect(listing.omitted == 0)
    }

    @Test(arguments: [
        ".syncthing.5f0c9a1e44d1b7a3.antrain.tmp", "~syncthing~5f0c9a1e44d1b7a3.antrain.tmp",
        "~syncthing~5f0c9a1e44d1b7a3.antrain", ".5f0c9a1e44d1b7a3.antrain.Xa12bC", ".hidden.antrain",
        ".antrain-123-5f0c9a1e44d1b7a3.antrain.tmp", "5f0c9a1e44d1b7a3.txt", "5f0c9a1e44d1b7a.antrain.orig",
        "gf0c9a1e44d1b7a3.antrain.orig", "5F0C9A1E44D1B7A3.antrain.orig", "antrain", "notes.antrain.txt",
    ])
    func otherFilesAreNot(name: String) throws {
        try folder.write(name, "anything")
        #expect(try list().files == [])
    }

    @Test func onlyRegularFilesAreListed() throws {
        try folder.write("a.antrain/file", "")
        try folder.write("elsewhere", "")
        symlink(folder.path + "/elsewhere", folder.path + "/b.antrain")
        symlink(nowhere, folder.path + "/c.antrain")
        mkfifo(folder.path + "/d.antrain", 0o600)
        #expect(try list().files == [])
    }

    @Test func theContentsDecideWhoseAFileIs() throws {
        let key = try Sample.key()
        let names = ["0000000000000002 (copy).antrain", "0000000000000002.antrain", "laptop.antrain"]
        for (index, name) in names.enumerated() {
            let opening = try Sample.opening("000000000000000\(index)", generation: Int64(index))
            _ = try MachineFile.rewrite([[1]], to: FilePath(folder.path + "/" + name), as: opening, with: key)
        }
        let files = try list().files
        #expect(files.map(\.path.lastComponent?.string) == names)
        let openings = try files.map { try MachineFile.opening(of: $0.path, with: key) }
        #expect(
            openings.map { $0.map { "\($0.machine) \($0.generation)" } } == (0..<3).map { "000000000000000\($0) \($0)" }
        )
    }

    @Test func aStampChangesWithTheFile() throws {
        let path = FilePath(folder.path + "/5f0c9a1e44d1b7a3.antrain")
        let key = try Sample.key()
        var position = try MachineFile.rewrite([], to: path, as: Sample.opening(), with: key)
        var stamps = [try list().files.map(\.stamp)]
        #expect(try list().files.map(\.stamp) == stamps[0])
        position = try MachineFile.append([[1]], to: path, at: position, with: key)
        stamps.append(try list().files.map(\.stamp))
        _ = try MachineFile.rewrite([], to: path, as: Sample.opening(), with: key)
        stamps.append(try list().files.map(\.stamp))
        #expect(Set(stamps).count == 3)
        #expect(stamps.allSatisfy { $0.count == 1 })
        #expect(try list().files[0].stamp == FileAccess.live.stamp(path))
    }

    @Test func manyFilesAreCounted() throws {
        for index in 0..<1003 { try folder.write("\(index).antrain", "") }
        let listing = try list()
        #expect(listing.files.count == 1000 && listing.omitted == 3)
    }

    @Test func anUnreadableFolderIsNotEmpty() throws {
        #expect { try SyncFolder.list(FilePath(nowhere)) } throws: { ($0 as? FileProblem)?.isMissing == true }
        let file = try folder.write("file", "")
        #expect(throws: FileProblem.self) { try SyncFolder.list(FilePath(file)) }
        #expect(LiveFiles.list(FilePath(nowhere)) == [])
    }
}
