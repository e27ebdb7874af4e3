import Foundation
import TestSupport

/// A disk with a cache that a power loss empties: synchronized changes persist, and any subset of the others.
struct SimulatedDisk {
    /// The ways in which unsynchronized changes are lost.
    enum Loss: CaseIterable {
        /// All of them are lost.
        case everything
        /// All of them are kept.
        case nothing
        /// Each write is kept or lost, in any order.
        case someWrites
        /// Each sector of 512 bytes is kept or lost.
        case tornSectors
        /// Each page of 4096 bytes is kept or lost.
        case tornPages
        /// Names and lengths are kept, and the bytes are zeros.
        case bytesAlone
        /// All bytes are kept, and a random part of the changes of names.
        case someNames
    }

    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case length(Int)
    }

    private struct Inode {
        var synced: [UInt8]
        var mode: mode_t
        var changes: [Change] = []
    }

    private enum Naming {
        case add(path: String, inode: UInt64)
        case link(path: String, inode: UInt64)
        case move(from: String, to: String, inode: UInt64)
        case remove(path: String)
        case folder(path: String)
    }

    private var inodes: [UInt64: Inode] = [:]
    private var names: [String: UInt64] = [:]
    private var folders: [String: mode_t]
    /// Changes of names that are not synchronized.
    private var namings: [Naming] = []

    /// A disk on which everything is synchronized.
    init(_ files: HomeFiles, inodes numbers: [String: UInt64]) {
        folders = files.folders
        for (path, file) in files.files {
            guard let number = numbers[path] else { continue }
            names[path] = number
            inodes[number] = Inode(synced: file.bytes, mode: file.mode)
        }
    }

    mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .create(let inode, let path):
            inodes[inode] = Inode(synced: [], mode: 0o600)
            namings.append(.add(path: path, inode: inode))
        case .write(let inode, let offset, let bytes):
            inodes[inode]?.changes.append(.write(offset: offset, bytes: bytes))
        case .setLength(let inode, let length): inodes[inode]?.changes.append(.length(length))
        case .sync(let inode):
            guard let changes = inodes[inode]?.changes else { return }
            for change in changes { Self.apply(change, to: &inodes[inode, default: Inode(synced: [], mode: 0)].synced) }
            inodes[inode]?.changes = []
            keep { Self.creation($0, of: inode) }
        case .syncFolder(let path):
            keep { naming in
                switch naming {
                case .add(let name, _), .link(let name, _), .remove(let name), .folder(let name):
                    Self.parent(name) == path
                case .move(let old, let new, _): Self.parent(old) == path || Self.parent(new) == path
                }
            }
        case .link(let inode, let path): namings.append(.link(path: path, inode: inode))
        case .rename(let inode, let old, let new): namings.append(.move(from: old, to: new, inode: inode))
        case .unlink(let path): namings.append(.remove(path: path))
        case .makeFolder(let path): namings.append(.folder(path: path))
        }
    }

    /// File systems persist the name of a new file, and the folders of its path, when the file is synchronized.
    private static func creation(_ naming: Naming, of inode: UInt64) -> Bool {
        switch naming {
        case .add(_, inode), .folder: true
        default: false
        }
    }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private mutating func keep(where isKept: (Naming) -> Bool) {
        var rest: [Naming] = []
        for naming in namings {
            if isKept(naming) { Self.apply(naming, to: &names, &folders) } else { rest.append(naming) }
        }
        namings = rest
    }

    private static func apply(_ naming: Naming, to names: inout [String: UInt64], _ folders: inout [String: mode_t]) {
        switch naming {
        case .add(let path, let inode), .link(let path, let inode): names[path] = inode
        case .move(let old, let new, let inode):
            if names[old] == inode { names[old] = nil }
            names[new] = inode
        case .remove(let path):
            names[path] = nil
            folders[path] = nil
        case .folder(let path): folders[path] = 0o700
        }
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .length(let length):
            bytes = Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
        case .write(let offset, let new):
            let missing = offset + new.count - bytes.count
            if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        }
    }

    /// The files on the disk after a power loss at this moment.
    func files(after loss: Loss, using random: inout SplitMix64) -> HomeFiles {
        var (names, folders) = (names, folders)
        for naming in namings {
            let isKept =
                switch loss {
                case .everything: false
                case .nothing, .bytesAlone: true
                default: Bool.random(using: &random)
                }
            if isKept { Self.apply(naming, to: &names, &folders) }
        }
        // A folder whose own folder is lost, at any depth, is lost as well.
        func isReachable(_ path: String) -> Bool {
            let parent = Self.parent(path)
            return parent.isEmpty || folders[parent] != nil && isReachable(parent)
        }
        var result = HomeFiles()
        result.folders = folders.filter { isReachable($0.key) }
        for (path, number) in names where isReachable(path) {
            guard let inode = inodes[number], !path.hasSuffix("-shm") else { continue }
            let bytes = Self.bytes(of: inode, after: loss, using: &random)
            result.files[path] = HomeFiles.File(bytes: bytes, mode: inode.mode)
        }
        return result
    }

    private static func bytes(of inode: Inode, after loss: Loss, using random: inout SplitMix64) -> [UInt8] {
        var bytes = inode.synced
        if loss == .everything { return bytes }
        for change in inode.changes {
            switch (change, loss) {
            case (_, .nothing), (_, .someNames): apply(change, to: &bytes)
            case (.length, .bytesAlone): apply(change, to: &bytes)
            case (.length, _): if Bool.random(using: &random) { apply(change, to: &bytes) }
            case (.write(let offset, let new), .bytesAlone):
                if offset + new.count > bytes.count { apply(.length(offset + new.count), to: &bytes) }
            case (.write(let offset, let new), .tornSectors), (.write(let offset, let new), .tornPages):
                let unit = loss == .tornSectors ? 512 : 4096
                var start = offset
                while start < offset + new.count {
                    let end = min(offset + new.count, (start / unit + 1) * unit)
                    if Bool.random(using: &random) {
                        apply(.write(offset: start, bytes: Array(new[start - offset..<end - offset])), to: &bytes)
                    }
                    start = end
                }
            default: if Bool.random(using: &random) { apply(change, to: &bytes) }
            }
        }
        return bytes
    }
}
