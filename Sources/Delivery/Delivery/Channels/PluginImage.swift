internal import CLinux
internal import Glibc
internal import SystemPackage

/// A plugin's library, read once into memory that can no longer change (memfd_create(2) with all seals).
///
/// The digest is computed from the same bytes that the runner executes, so replacing the file between the permission check and
/// the load has no effect. The runner loads `/proc/self/fd/3`: the library's name in `/proc/PID/maps` and in debuggers is that of
/// the memory (`/memfd:libdesk.so`), `dladdr` reports `/proc/self/fd/3`, and a run path with `$ORIGIN` finds nothing. A library
/// that consists of several files therefore cannot be a plugin, which is intended: only this file's digest is approved. The runtime of the
/// shipped plugins is the runner's.
final class PluginImage {
    /// The memory; closed with the image.
    let descriptor: Int32
    /// The SHA-256 (FIPS 180-4) of the bytes, in hexadecimal digits.
    let digest: String

    /// The largest library, in bytes; larger ones are refused before their bytes fill the memory.
    static let largest = 256 << 20

    private init(descriptor: Int32, digest: String) {
        self.descriptor = descriptor
        self.digest = digest
    }

    deinit { close(descriptor) }

    /// Why a library's bytes cannot be read.
    struct Failure: Error {
        let reason: String
    }

    /// Reads a library and seals the copy.
    ///
    /// - Throws: a `Failure` if the file cannot be read, is larger than `largest`, or the kernel cannot seal memory; then there
    ///   is nothing to load.
    static func read(_ path: FilePath) throws(Failure) -> PluginImage {
        let file = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "\(path): not a regular file") }
        // The kernel accepts names of up to 249 bytes.
        let name = path.lastComponent.map { PluginText.prefix(of: $0.string, bytes: 128) } ?? path.string
        let memory = antrain_image_open(name)
        guard memory >= 0 else {
            throw Failure(
                reason: "cannot create sealed memory for the plugin: \(String(cString: strerror(errno)))"
            )
        }
        var isSealed = false
        defer { if !isSealed { close(memory) } }
        let digest = try copy(path, file, memory)
        guard antrain_image_seal(memory) == 0 else {
            throw Failure(reason: "\(path): cannot seal its copy in memory: \(String(cString: strerror(errno)))")
        }
        isSealed = true
        return PluginImage(descriptor: memory, digest: digest)
    }

    /// The sealed bytes.
    var bytes: [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length, off_t(length))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            length += count
        }
        return Array(bytes[..<length])
    }

    private static func copy(_ path: FilePath, _ file: Int32, _ memory: Int32) throws(Failure) -> String {
        var hasher = SHA256Hasher()
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var size = 0
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            size += count
            guard size <= largest else { throw Failure(reason: "\(path): larger than \(largest >> 20) MiB") }
            chunk.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            var written = 0
            while written < count {
                let more = chunk.withUnsafeBytes { write(memory, $0.baseAddress.map { $0 + written }, count - written) }
                if more < 0, errno == EINTR { continue }
                guard more > 0 else {
                    throw Failure(reason: "\(path): not enough memory: \(String(cString: strerror(errno)))")
                }
                written += more
            }
        }
        return hasher.hexadecimalDigest()
    }

    private static func failure(_ path: FilePath) -> Failure {
        Failure(reason: "\(path): \(String(cString: strerror(errno)))")
    }
}
