import MachineFiles
import TestSupport
import Testing

@Suite struct SyncKeyTests {
    private static let text = "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-2GAH-C5RR-34D1-P70X-3RFT-5WF7"

    private func key(_ bytes: [UInt8] = Array(0..<32)) throws -> SyncKey { try #require(SyncKey(bytes: bytes)) }

    private func randomKey(_ random: inout SplitMix64) throws -> SyncKey {
        try key((0..<32).map { _ in .random(in: .min ... .max, using: &random) })
    }

    @Test func aKnownKeyHasItsTextAndID() throws {
        #expect(try key().text == Self.text)
        #expect(try key().id == "a78d16d05f363bf0")
    }

    @Test(.requires(.python("nacl", in: "python3-nacl"))) func anotherProgramWritesTheSameText() throws {
        var random = Share.generator(of: "keys")
        for _ in 0..<4 {
            let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let printed = try run("/usr/bin/python3", [PythonPeer.script, "text", hexadecimal(bytes)])
            #expect(printed.output == (try key(bytes).text) + "\n", "\(bytes): \(printed.errors)")
        }
    }

    @Test func keysReadBack() throws {
        var random = Share.generator(of: "keys read back")
        for _ in 0..<100 {
            let key = try randomKey(&random)
            #expect(try SyncKey(parsing: key.text) == key)
        }
        for byte in [0x00, 0xFF] as [UInt8] {
            let key = try key(Array(repeating: byte, count: 32))
            #expect(try SyncKey(parsing: key.text) == key)
        }
    }

    @Test(arguments: [
        text.lowercased(), text.split(separator: "-").joined(), text.split(separator: "-").joined(separator: " "),
        text.replacing("0", with: "O"), text.replacing("0", with: "o"), text.replacing("1", with: "l"),
        text.replacing("1", with: "I"), text.replacing("1", with: "i").replacing("0", with: "o"), " \(text)\r\n",
        "--\(text)--",
    ])
    func aKeyIsReadAsPeopleTypeIt(text: String) throws {
        #expect(try SyncKey(parsing: text) == key())
    }

    @Test func eachWrongCharacterIsFound() throws {
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var random = Share.generator(of: "wrong characters")
        let right = Array(try randomKey(&random).text)
        var count = 0
        for index in right.indices where right[index] != "-" {
            for digit in digits where digit != right[index] {
                var wrong = right
                wrong[index] = digit
                #expect(throws: SyncKey.TextProblem.checksum) { try SyncKey(parsing: String(wrong)) }
                count += 1
            }
        }
        #expect(count == 56 * 31)
    }

    @Test func eachExchangeOfNeighboursIsFound() throws {
        var random = Share.generator(of: "exchanged characters")
        for _ in 0..<20 {
            let right = Array(try randomKey(&random).text.filter { $0 != "-" })
            for index in right.indices.dropLast() where right[index] != right[index + 1] {
                var wrong = right
                wrong.swapAt(index, index + 1)
                #expect(throws: SyncKey.TextProblem.checksum) { try SyncKey(parsing: String(wrong)) }
            }
        }
    }

    @Test(
        arguments: [
            ("", .length(0)), (String(text.dropLast()), .length(55)), (text + "7", .length(57)),
            (String(repeating: "A", count: 100_000), .length(100_000)),
            ("000U" + text.dropFirst(4), .character("U", position: 4)), ("000G_" + text, .character("_", position: 5)),
            ("0é", .character("é", position: 2)), ("000G\u{2013}", .character("\u{2013}", position: 5)),
            (text.replacing("F7", with: "7F"), .checksum),
        ] as [(String, SyncKey.TextProblem)]
    )
    func whatIsWrongIsNamed(text: String, problem: SyncKey.TextProblem) {
        #expect(throws: problem) { try SyncKey(parsing: text) }
    }

    @Test func newKeysDiffer() {
        let keys = (0..<100).map { _ in SyncKey.random() }
        #expect(Set(keys.map(\.id)).count == keys.count)
        #expect(Set(keys.map(\.text)).count == keys.count)
        #expect(keys[0] == keys[0] && keys[0] != keys[1])
    }

    @Test(arguments: [0, 31, 33]) func otherSizesAreNoKeys(count: Int) {
        #expect(SyncKey(bytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test func descriptionsDoNotRevealTheKey() throws {
        let key = try key()
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains(key.id))
            #expect(!text.contains("000G") && !text.contains("000102") && !text.contains("1, 2, 3"), "\(text)")
        }
    }
}
