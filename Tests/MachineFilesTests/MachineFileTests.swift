import Foundation
import TestSupport
import Testing

@testable import MachineFiles

@Suite struct MachineFileTests {
    private let blocks = [["one", "", "three"], ["four"], ["five", "six"]].map { $0.map(Sample.message) }

    private func read(_ bytes: [UInt8]) throws -> MachineFile.Contents {
        try MachineFile.read(bytes, with: Sample.key())
    }

    @Test func version1RemainsReadable() throws {
        // From PyNaCl, with the bytes 0 to 31 as the key.
        let file = """
            YW50cmFpbiBtYWNoaW5lIGZpbGUgMSBhNzhkMTZkMDVmMzYzYmYwCllhxdJoU7nDzWn38QoYfyaAor97IMbYkSEAAAAD3Mym/TTj
            VcKgxBu9bVx59br8efwWamXqX8ghbLIxqK4WAAAAqtkHIdqMTPp7XKm2QFbmQODj6fvA1hEAAAAK7x6ASFO2nDGBVEdXi5gHE8iE
            1qxyxYAw4SCioEIfKWN2Gr2Ejxm1xhcAAADppophUgTMFV4xzKZ+6BWhBvrn7VgiKQ==
            """
        let bytes = [UInt8](try #require(Data(base64Encoded: file, options: .ignoreUnknownCharacters)))
        let contents = try read(bytes)
        #expect(contents.messages == [Sample.message("first"), [], Sample.message("second")])
        #expect(contents.end == .complete)
        // The position is stored, too.
        let position =
            "XwyaHkTRt6MAAAAAAAAABwAAAAAAAADHKcUSBmPIVsgds6EEeO5AfDy5SjRzA8VAdjSFQ6eGlqgVXjHMpn7oFaEG+uftWCIp"
        #expect(contents.position?.bytes == Data(base64Encoded: position).map { [UInt8]($0) })
        #expect(contents.position?.opening == (try Sample.opening(generation: 7)))
        #expect(contents.position?.offset == bytes.count)
    }

    @Test func filesReadBack() throws {
        var random = Share.generator(of: "machine files")
        for count in [0, 1, 2, 50] {
            let messages = Sample.messages(count, upTo: 300, &random)
            let generation = Int64.random(in: .min ... .max, using: &random)
            let opening = try Sample.opening(generation: generation)
            let bytes = try Sample.file(messages, opening)
            let contents = try read(bytes)
            #expect(contents.messages == messages)
            #expect(contents.end == .complete)
            let position = try #require(contents.position)
            #expect(position.opening == opening && position.offset == bytes.count)
            #expect(MachineFile.Position(bytes: position.bytes) == position)
            #expect(try MachineFile.opening(bytes, with: Sample.key()) == opening)
            #expect(try MachineFile.opening(Array(bytes[..<MachineFile.headSize]), with: Sample.key()) == opening)
        }
    }

    @Test func largeFilesHaveSeveralBlocks() throws {
        let messages = [900_000, 200_000, 3_000_000, 5, 0].map { [UInt8](repeating: 7, count: $0) }
        let bytes = try Sample.file(messages)
        #expect(try read(bytes).messages == messages)
        // What is damaged at the end does not affect the blocks before.
        let cut = try read(Array(bytes.dropLast()))
        #expect(cut.messages == Array(messages.prefix(3)) && cut.end == .torn)
    }

    @Test func noTwoFilesHaveTheSameBytes() throws {
        let files = try [Sample.file([[1]]), Sample.file([[1]])].map { $0[MachineFile.lineSize...] }
        #expect(zip(files[0], files[1]).filter { $0 == $1 }.count < files[0].count / 4)
        #expect(files[0].prefix(Block.header) != files[1].prefix(Block.header))
    }

    @Test func ofAFileThatIsCutOffTheWholeBlocksAreRead() throws {
        let (bytes, ends) = try Sample.file(blocks: blocks)
        for count in 0..<bytes.count {
            let contents = try read(Array(bytes[..<count]))
            let whole = ends.filter { $0 <= count }.count - 1
            #expect(contents.messages == Array(blocks.prefix(max(whole, 0)).joined()), "\(count)")
            #expect(contents.end == (whole > 0 && ends.contains(count) ? .complete : .torn), "\(count)")
            #expect(contents.position?.offset == (whole > 0 ? ends[whole] : nil), "\(count)")
        }
        #expect(try read(bytes).end == .complete)
    }

    @Test func eachFlippedBitIsFound() throws {
        let (bytes, ends) = try Sample.file(blocks: blocks)
        for bit in 0..<bytes.count * 8 {
            var wrong = bytes
            wrong[bit / 8] ^= 1 << (bit % 8)
            if bit / 8 < MachineFile.lineSize {
                #expect(throws: MachineFile.ReadingProblem.self, "\(bit)") { try read(wrong) }
                continue
            }
            let contents = try read(wrong)
            let whole = ends.filter { $0 <= bit / 8 }.count - 1
            #expect(contents.messages == Array(blocks.prefix(whole).joined()), "\(bit)")
            #expect(contents.end == .damaged(offset: ends[whole]) || contents.end == .torn, "\(bit)")
        }
    }

    @Test func blocksCannotBeRearranged() throws {
        let (bytes, ends) = try Sample.file(blocks: blocks)
        let other = try Sample.file(blocks: blocks, Sample.opening("0000000000000001")).bytes
        func block(_ index: Int, of bytes: [UInt8]) -> [UInt8] { Array(bytes[ends[index]..<ends[index + 1]]) }
        let line = Array(bytes[..<ends[0]])
        let (first, second, third) = (block(0, of: bytes), block(1, of: bytes), block(2, of: bytes))
        let files: [(String, [[UInt8]], Int)] = [
            ("exchanged", [first, third, second], 1), ("first repeated", [first, first, second], 1),
            ("repeated", [first, second, second, third], 2), ("omitted", [first, third], 1),
            ("without the first", [second, third], 0), ("of another file", [first, block(1, of: other)], 1),
            ("with another beginning", [block(0, of: other), second, third], 1),
        ]
        for (name, parts, whole) in files {
            let contents = try read(line + parts.joined())
            #expect(contents.messages == Array(blocks.prefix(whole).joined()), "\(name)")
            let end = line.count + parts.prefix(whole).joined().count
            #expect(contents.end == .damaged(offset: end), "\(name)")
        }
    }

    @Test(
        arguments: [
            (0, .damaged), (16, .damaged), (17, .torn), ((16 << 20) + 17, .torn), ((16 << 20) + 18, .damaged),
            (0xFFFF_FFFF, .damaged),
        ] as [(UInt32, Ending)]
    )
    func aFrameMayNotBeLargerThanTheLimit(size: UInt32, ending: Ending) throws {
        let file = try Sample.file([[1]])
        let bytes =
            file + [UInt8](repeating: 1, count: Block.header) + withUnsafeBytes(of: size.littleEndian) { Array($0) }
        let end = try read(bytes).end
        #expect(end == (ending == .torn ? .torn : .damaged(offset: file.count)))
    }

    enum Ending { case torn, damaged }

    /// From PyNaCl, with the bytes 0 to 31 as the key: the second frame has the tag PUSH or REKEY.
    @Test(arguments: [
        """
        YW50cmFpbiBtYWNoaW5lIGZpbGUgMSBhNzhkMTZkMDVmMzYzYmYwCqBfsEEZtMf6TGS90aNNplAoRCWFvRScUyEAAABn7GU7Gfu6ZsIW5Mtossv536bN
        sMCtKyVqbZXkGELEYVMSAAAAIpi5WDs9yP/4s5AAdx0NQGMdEgAAADHK95FMdm0+Ops4fQF9UfAoSg==
        """,
        """
        YW50cmFpbiBtYWNoaW5lIGZpbGUgMSBhNzhkMTZkMDVmMzYzYmYwCrvHQZHEPrDUaGj7XFU/lr1NGKxKC19rnCEAAABzK5f0ll8H31LefE1Zj9qymcZN
        ypxSkalxjAl5OrIXxsASAAAAawZb/q26n1b7lsRqiL5vr5bPEgAAAAyHKbopYs2bk3whekVlR25t+g==
        """,
    ])
    func otherTagsAreDamage(file: String) throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: file, options: .ignoreUnknownCharacters)))
        #expect(try read(bytes) == .init(messages: [], position: nil, end: .damaged(offset: MachineFile.lineSize)))
        #expect(try MachineFile.opening(bytes, with: Sample.key()) == Sample.opening(generation: 7))
    }

    @Test(arguments: [0, 15, 17]) func anotherOpeningIsDamage(size: Int) throws {
        let (key, line) = (try Sample.key(), MachineFile.line(try Sample.key()))
        let messages = [[UInt8](repeating: 0, count: size)]
        let contents = try read(line + Block.seal(messages[...], key, line + Chain(line: line).value))
        #expect(contents == .init(messages: [], position: nil, end: .damaged(offset: line.count)))
    }

    @Test(
        arguments: [
            ("antrain machine file 1 a78d16d05f363bf1\n", .foreign(keyID: "a78d16d05f363bf1")),
            ("antrain machine file 2 a78d16d05f363bf0\n", .newer(version: 2)),
            ("antrain machine file 10 something else", .newer(version: 10)),
            ("antrain machine file 0 a78d16d05f363bf0\n", .unrecognized),
            ("antrain machine file 01 a78d16d05f363bf0\n", .unrecognized),
            ("antrain machine file 9999999999 a78d16d05f363bf0\n", .unrecognized),
            ("antrain machine file  a78d16d05f363bf0\n", .unrecognized),
            ("antrain machine file 1 A78D16D05F363BF0\n", .unrecognized),
            ("antrain machine file 1 a78d16d05f363bf0\r\n", .unrecognized),
            ("antrain machine file 1 a78d16d05f363bf00\n", .unrecognized),
            ("antrain machine file 1 a78d16d05f363bf\n", .unrecognized),
            ("antrain machine file 1\n", .unrecognized),
            ("<<<<<<< HEAD\nantrain machine file 1", .unrecognized), ("\0\0\0\0", .unrecognized),
        ] as [(String, MachineFile.ReadingProblem)]
    )
    func otherFilesAreRefused(text: String, problem: MachineFile.ReadingProblem) {
        #expect(throws: problem) { try read(Array(text.utf8)) }
        #expect(throws: problem) { try read(Array(text.utf8) + Array(repeating: 0, count: 100)) }
    }

    @Test func anotherKeyReadsNothing() throws {
        let bytes = try Sample.file([[1]])
        let id = try Sample.key().id
        #expect(throws: MachineFile.ReadingProblem.foreign(keyID: id)) {
            try MachineFile.read(bytes, with: Sample.key(1))
        }
        // Not even if the text line names that key.
        let line = MachineFile.line(try Sample.key(1))
        let contents = try MachineFile.read(line + bytes[line.count...], with: Sample.key(1))
        #expect(contents == .init(messages: [], position: nil, end: .damaged(offset: line.count)))
    }

    @Test(arguments: [
        "", "5f0c9a1e44d1b7a", "5f0c9a1e44d1b7a33", "5F0C9A1E44D1B7A3", "+f0c9a1e44d1b7a3", "5f0c9a1e44d1b7ä",
    ])
    func otherTextsAreNoMachines(text: String) { #expect(MachineID(text) == nil) }

    @Test func theFileHasTheNameOfItsMachine() throws {
        #expect(MachineFile.name(of: try Sample.opening("00000000000000ab").machine) == "00000000000000ab.antrain")
    }

    @Test func otherBytesAreNoPosition() throws {
        let bytes = try #require(read(Sample.file([])).position).bytes
        var wrong = bytes
        wrong.replaceSubrange(16..<24, with: repeatElement(0xFF, count: 8))
        for bytes in [[], Array(bytes.dropLast()), bytes + [0], wrong, Array(repeating: 0, count: 72)] {
            #expect(MachineFile.Position(bytes: bytes) == nil)
        }
    }

    @Test(.requires(.python("nacl", in: "python3-nacl"))) func anotherProgramReadsTheFile() throws {
        let folder = try TemporaryFolder()
        var random = Share.generator(of: "files for PyNaCl")
        let messages = Sample.messages(20, upTo: 100, &random)
        let file = folder.path + "/file"
        for (index, bytes) in [try Sample.file(messages), try Sample.file(blocks: blocks).bytes].enumerated() {
            try Data(bytes).write(to: URL(filePath: file))
            let printed = try run("/usr/bin/python3", [PythonPeer.script, "read", hexadecimal(0..<32), file])
            let expected = index == 0 ? messages : Array(blocks.joined())
            let lines = ["5f0c9a1e44d1b7a3", "1"] + expected.map(hexadecimal)
            #expect(printed.output == lines.map { $0 + "\n" }.joined(), "\(printed.errors)")
        }
    }

    @Test(.requires(.python("nacl", in: "python3-nacl"))) func anotherProgramWritesTheFile() throws {
        let folder = try TemporaryFolder()
        var random = Share.generator(of: "files from PyNaCl")
        let blocks = (1...4).map { Sample.messages($0, upTo: 100, &random) }
        let words = blocks.map { $0.map(hexadecimal).joined(separator: ",") }.joined(separator: ";")
        let file = folder.path + "/file"
        let arguments = ["write", hexadecimal(0..<32), file, "5f0c9a1e44d1b7a3", "-3", words]
        let written = try run("/usr/bin/python3", [PythonPeer.script] + arguments)
        try #require(written.status == 0, "\(written.errors)")
        let contents = try read([UInt8](try Data(contentsOf: URL(filePath: file))))
        #expect(contents.messages == Array(blocks.joined()) && contents.end == .complete)
        #expect(contents.position?.opening == (try Sample.opening(generation: -3)))
    }
}
