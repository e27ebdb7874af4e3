import TestSupport
import Testing

/// The simulated disk loses only what a disk may lose.
@Suite struct SimulatedDiskTests {
    private let old = HomeFiles.File(bytes: Array("old".utf8), mode: 0o600)

    /// The content of the file after a loss.
    private func text(after loss: SimulatedDisk.Loss, _ operations: [DiskOperation]) -> String? {
        var files = HomeFiles()
        files.files["file"] = old
        var disk = SimulatedDisk(files, inodes: ["file": 1])
        for operation in operations { disk.apply(operation) }
        var random = SplitMix64(seed: 1)
        return disk.files(after: loss, using: &random).files["file"].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private let replacement: [DiskOperation] = [
        .create(inode: 2, path: "new"), .write(inode: 2, offset: 0, bytes: Array("new".utf8)),
        .sync(inode: 2), .rename(inode: 2, from: "new", to: "file"), .syncFolder(path: ""),
    ]

    @Test func aSynchronizedReplacementSurvives() {
        for loss in SimulatedDisk.Loss.allCases { #expect(text(after: loss, replacement) == "new") }
    }

    @Test func aRenameIsLostWithoutItsFolder() {
        #expect(text(after: .everything, replacement.dropLast()) == "old")
        #expect(text(after: .nothing, replacement.dropLast()) == "new")
    }

    @Test func aLinkKeepsTheBytesOfItsFile() {
        var operations = replacement.prefix(3) + [.unlink(path: "file"), .link(inode: 2, path: "file")]
        #expect(text(after: .nothing, Array(operations)) == "new")
        #expect(text(after: .everything, Array(operations)) == "old")
        operations.append(.syncFolder(path: ""))
        for loss in SimulatedDisk.Loss.allCases { #expect(text(after: loss, Array(operations)) == "new") }
    }

    @Test func aFileThatWasNotSynchronizedBecomesZeros() {
        let operations = replacement.filter { if case .sync = $0 { false } else { true } }
        #expect(text(after: .bytesAlone, operations) == "\0\0\0")
        #expect(text(after: .everything, operations) == "")
    }

    @Test func aWriteIsTornAtSectors() {
        let new = [UInt8](repeating: 0x78, count: 4096)
        let left = text(after: .tornSectors, [.write(inode: 1, offset: 0, bytes: new)]) ?? ""
        let sectors = stride(from: 0, to: left.utf8.count, by: 512).map {
            Set(left.utf8.dropFirst($0 == 0 ? 3 : $0).prefix($0 == 0 ? 509 : 512))
        }
        #expect(Set(sectors).count == 2, "kept and lost sectors")
    }

    @Test func nothingIsLeftInAFolderThatIsLost() {
        var disk = SimulatedDisk(HomeFiles(), inodes: [:])
        for path in ["a", "a/b", "a/b/c", "a/b/c/d"] { disk.apply(.makeFolder(path: path)) }
        disk.apply(.create(inode: 1, path: "a/b/c/d/file"))
        for seed in 0..<50 {
            var random = SplitMix64(seed: UInt64(seed))
            let left = disk.files(after: .someNames, using: &random)
            let parents = (Array(left.folders.keys) + left.files.keys).compactMap { path in
                path.lastIndex(of: "/").map { String(path[..<$0]) }
            }
            #expect(parents.allSatisfy { left.folders[$0] != nil }, "seed \(seed): \(left)")
        }
    }
}
