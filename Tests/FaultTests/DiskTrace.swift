/// A program's operations on the files below its home, as recorded by `faults.c`.
enum DiskOperation {
    case create(inode: UInt64, path: String)
    case write(inode: UInt64, offset: Int, bytes: [UInt8])
    case setLength(inode: UInt64, Int)
    /// An fsync of a file.
    case sync(inode: UInt64)
    /// An fsync of a folder.
    case syncFolder(path: String)
    /// Another name for a file.
    case link(inode: UInt64, path: String)
    case rename(inode: UInt64, from: String, to: String)
    case unlink(path: String)
    case makeFolder(path: String)

    /// Reads a recorded trace; paths become relative to the home.
    static func operations(of trace: [UInt8], home: String) -> [DiskOperation] {
        var result: [DiskOperation] = []
        var rest = trace[...]
        func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        func relative(_ bytes: ArraySlice<UInt8>) -> String {
            let path = String(decoding: bytes, as: UTF8.self)
            return path.hasPrefix(home + "/") ? String(path.dropFirst(home.utf8.count + 1)) : path
        }
        while rest.count >= 48 {
            let head = (0..<6).map { integer(rest.dropFirst(8 * $0).prefix(8)) }
            rest = rest.dropFirst(48)
            var parts: [ArraySlice<UInt8>] = []
            for length in head[3...5] {
                parts.append(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
            }
            let (inode, path) = (head[1], relative(parts[0]))
            switch head[0] {
            case 1: result.append(.create(inode: inode, path: path))
            case 2: result.append(.write(inode: inode, offset: Int(head[2]), bytes: Array(parts[2])))
            case 3: result.append(.setLength(inode: inode, Int(head[2])))
            case 4: result.append(head[2] == 1 ? .syncFolder(path: path) : .sync(inode: inode))
            case 5: result.append(.rename(inode: inode, from: path, to: relative(parts[1])))
            case 6: result.append(.unlink(path: path))
            case 8: result.append(.link(inode: inode, path: path))
            default: result.append(.makeFolder(path: path))
            }
        }
        return result
    }
}
