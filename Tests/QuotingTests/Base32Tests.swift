import Quoting
import TestSupport
import Testing

@Suite struct Base32Tests {
    /// RFC 4648, 10, in lowercase and without padding.
    @Test(
        arguments: [
            ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ]
    )
    func textsAreThoseOfTheStandard(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(Base32.decode(encoded) == Array(text.utf8))
    }

    /// Characters outside the alphabet, impossible lengths, and bits that are not zero at the end.
    @Test(arguments: ["m", "mzx", "mzxw6y", "mz1w6", "MZXW6", "my======", "mz", "é", "mzxw6 "])
    func otherTextsAreRefused(text: String) { #expect(Base32.decode(text) == nil) }

    @Test(arguments: 0..<40) func everyLengthComesBack(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
    }
}
