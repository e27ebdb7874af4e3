@testable import Delivery
import Testing

/// The examples of FIPS 180-4 and NIST's test vectors.
@Suite struct SHA256HasherTests {
    private static let vectors: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: vectors, [1, 63, 64, 65, 1 << 18]) func digests(vector: (String, String), piece: Int) {
        var hasher = SHA256Hasher()
        let bytes = Array(vector.0.utf8)
        bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: piece) {
                hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + piece, bytes.count)]))
            }
        }
        #expect(hasher.hexadecimalDigest() == vector.1)
    }
}
