internal import CSodium

/// The key that a person's machines share: it encrypts their files, and without it nobody can read or write them.
///
/// Descriptions contain only the `id`. The secret bytes are erased from memory with the last copy of the value.
package struct SyncKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The size of a key in bytes.
    package static let size = 32

    /// 16 lowercase hexadecimal digits, which identify the owner of a file and do not reveal the key.
    package let id: String
    private let secret: Secret
    /// The key of the streams in files of version 1: each purpose has a key of its own.
    private let stream: Secret

    /// A new key, which nobody can guess.
    package static func random() -> SyncKey {
        SyncKey(Secret(count: size) { randombytes_buf($0, size) })
    }

    /// - Parameter bytes: the secret bytes; nil is returned unless there are `size` of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == SyncKey.size else { return nil }
        self.init(Secret(count: SyncKey.size) { $0.update(from: bytes, count: bytes.count) })
    }

    private init(_ secret: Secret) {
        self.secret = secret
        stream = Secret(count: SyncKey.size) { secret.hash("antrain machine file 1", into: $0, count: SyncKey.size) }
        let digest = Secret(count: 8) { secret.hash("antrain key id", into: $0, count: 8) }
        id = digest.withBytes { HexDigits.text(UnsafeBufferPointer(start: $0, count: 8)) }
    }

    package static func == (one: SyncKey, other: SyncKey) -> Bool {
        one.secret.withBytes { one in other.secret.withBytes { sodium_memcmp(one, $0, size) == 0 } }
    }

    package var description: String { "SyncKey(id: \(id))" }
    package var debugDescription: String { description }

    func withSecret<Result>(_ use: (UnsafePointer<UInt8>) -> Result) -> Result { secret.withBytes(use) }
    func withStreamKey<Result>(_ use: (UnsafePointer<UInt8>) -> Result) -> Result { stream.withBytes(use) }
}

/// Bytes that are erased when nothing refers to them any more.
///
/// They never change, so that all threads may read them.
private final class Secret: @unchecked Sendable {
    private let bytes: UnsafeMutablePointer<UInt8>
    private let count: Int

    init(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        // Initialization fails only if the process cannot lock a mutex.
        precondition(Sodium.isReady, "libsodium cannot be initialized")
        self.count = count
        bytes = .allocate(capacity: count)
        bytes.initialize(repeating: 0, count: count)
        fill(bytes)
    }

    deinit {
        sodium_memzero(bytes, count)
        bytes.deallocate()
    }

    func withBytes<Result>(_ use: (UnsafePointer<UInt8>) -> Result) -> Result { use(bytes) }

    /// The keyed hash of a purpose.
    func hash(_ purpose: String, into result: UnsafeMutablePointer<UInt8>, count: Int) {
        let purpose = Array(purpose.utf8)
        crypto_generichash(result, count, purpose, UInt64(purpose.count), bytes, self.count)
    }
}

enum Sodium {
    /// Whether libsodium has chosen its code for this processor and its source of random bytes.
    static let isReady = sodium_init() >= 0

    /// The BLAKE2b hash of public bytes, 32 bytes.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        crypto_generichash(&result, result.count, bytes, UInt64(bytes.count), nil, 0)
        return result
    }

    /// Overwrites secret bytes.
    static func erase(_ bytes: inout [UInt8]) { sodium_memzero(&bytes, bytes.count) }
}

/// Hexadecimal digits, as in the names of machines and keys.
enum HexDigits {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether a byte is a lowercase hexadecimal digit.
    static func contain(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
    }
}
