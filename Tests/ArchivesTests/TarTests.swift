import Archives
import Foundation
import TestSupport
import Testing

/// Archives in the ustar format: written archives can be read again, also by tar(1), and damaged archives are refused.
@Suite struct TarTests {
    private static let sample = [
        TarMember(name: "manifest.json", modified: 1_795_374_000, bytes: Array("{}\n".utf8)[...]),
        TarMember(name: "config/settings.yaml", mode: 0o644, modified: 1_795_374_000, bytes: []),
        TarMember(name: "data/plugins/libx.so", modified: 0, bytes: [UInt8](repeating: 7, count: 1024)[...]),
    ]

    private static func archive(_ members: [TarMember] = sample) throws -> [UInt8] {
        var writer = TarWriter()
        for member in members { try writer.append(member) }
        return writer.finish()
    }

    @Test func anArchiveIsReadAsWritten() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<200 {
            let members = (0..<Int.random(in: 1...6, using: &random)).map { number in
                let folders = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    String(repeating: "é", count: Int.random(in: 1...24, using: &random))
                }
                let count = [0, 1, 511, 512, 513, Int.random(in: 0...5000, using: &random)].randomElement(
                    using: &random
                )
                return TarMember(
                    name: (folders + ["file \(number)"]).joined(separator: "/"),
                    mode: UInt32.random(in: 0...0o777, using: &random),
                    modified: Int64.random(in: 0...0x1_FFFF_FFFF, using: &random),
                    bytes: (0..<(count ?? 0)).map { _ in UInt8.random(in: 0...255, using: &random) }[...]
                )
            }
            let archive = try Self.archive(members)
            #expect(archive.count % 10_240 == 0)
            let read = try TarReader().members(of: archive)
            #expect(read.map(\.name) == members.map(\.name) && read.map(\.mode) == members.map(\.mode))
            #expect(read.map(\.modified) == members.map(\.modified))
            #expect(zip(read, members).allSatisfy { $0.bytes.elementsEqual($1.bytes) })
        }
    }

    /// tar(1) lists and extracts the archive, and an archive by tar(1) in the same format is read.
    @Test func tarUnderstandsIt() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.tar"
        try Data(Self.archive()).write(to: URL(filePath: path))
        let list = try run("/usr/bin/env", ["tar", "tvf", path], environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
        #expect(list.status == 0 && list.errors.isEmpty, "\(list)")
        #expect(list.output.contains("-rw-r--r-- 0/0") && list.output.contains("config/settings.yaml"), "\(list)")
        let extracted = try run("/usr/bin/env", ["tar", "xf", path, "-C", folder.path])
        #expect(extracted.status == 0 && extracted.errors.isEmpty, "\(extracted)")
        #expect(try folder.read("manifest.json") == "{}\n")
        let made = try run(
            "/usr/bin/env",
            [
                "tar", "--format=ustar", "-C", folder.path, "-cf", folder.path + "/b.tar", "manifest.json",
                "data/plugins/libx.so",
            ]
        )
        #expect(made.status == 0, "\(made)")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/b.tar")))
        let members = try TarReader().members(of: bytes)
        #expect(members.map(\.name) == ["manifest.json", "data/plugins/libx.so"])
    }

    @Test func everyShorterArchiveIsRefused() throws {
        let archive = try Self.archive()
        // The end mark is two of the blocks of zeros that fill the last record.
        let end = 512 * (1 + 1 + 1 + 1 + 2 + 2)
        for count in stride(from: 0, to: end, by: 37) {
            #expect(throws: TarError.self, "\(count)") { try TarReader().members(of: Array(archive[..<count])) }
        }
        #expect(try TarReader().members(of: Array(archive[..<end])).count == 3)
    }

    @Test func everyChangedHeaderIsRefused() throws {
        let archive = try Self.archive()
        for place in 0..<512 {
            var damaged = archive
            damaged[place] = damaged[place] == 0 ? 0x31 : damaged[place] ^ 0x40
            let found = Result { try TarReader().members(of: damaged) }
            guard case .success(let members) = found else { continue }
            // Only bytes outside the checksum's digits may differ.
            #expect((148..<156).contains(place), "byte \(place): \(members.map(\.name))")
        }
    }

    @Test(arguments: [
        // A slash with a combining mark is a different Swift character, but the kernel's separator.
        ("/\u{301}etc", "is absolute"), ("a/..\u{2F}\u{301}x", "contains '..'"), ("a/\u{301}/../x", "contains '..'"),
        ("/etc/passwd", "is absolute"), ("../x", "contains '..'"), ("a/../../x", "contains '..'"),
        ("a//b", "empty component"),
        ("./a", "empty component"), ("a/", "empty component"), ("a\nb", "control characters"), ("", "is empty"),
        (String(repeating: "a", count: 101), "is too long"),
    ])
    func aNameThatLeadsElsewhereIsRefused(name: String, reason: String) throws {
        var writer = TarWriter()
        do {
            try writer.append(TarMember(name: name, modified: 0, bytes: []))
            Issue.record("\(name) was accepted")
        } catch { #expect("\(error)".contains(reason), "\(error)") }
        guard !name.isEmpty, name.utf8.count <= 100 else { return }
        // The same name in an archive by another program.
        var archive = try Self.archive([TarMember(name: "x", modified: 0, bytes: [])])
        for (index, byte) in name.utf8.enumerated() { archive[index] = byte }
        let error = #expect(throws: TarError.self) { try TarReader().members(of: Self.signed(archive)) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (156, "2", "a symbolic link"), (156, "1", "a hard link"), (156, "5", "a folder"), (156, "3", "a device"),
        (156, "x", "an unsupported kind"), (124, "9", "the size"), (124, "77777777777", "ends within"),
        (136, "z", "the time"), (100, "-", "the mode"), (257, "X", "not a tar archive"),
    ])
    func aHostileHeaderIsRefused(place: Int, text: String, reason: String) throws {
        var archive = try Self.archive([TarMember(name: "x", modified: 0, bytes: [])])
        for (index, byte) in text.utf8.enumerated() { archive[place + index] = byte }
        let error = #expect(throws: TarError.self) { try TarReader().members(of: Self.signed(archive)) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(String(describing: error))")
    }

    @Test func limitsAndDuplicatesAreChecked() throws {
        let archive = try Self.archive()
        #expect(throws: TarError.tooManyMembers(limit: 2)) { try TarReader(maximumCount: 2).members(of: archive) }
        #expect(throws: TarError.tooLarge(limit: 512)) { try TarReader(maximumSize: 512).members(of: archive) }
        let one = TarMember(name: "x", modified: 0, bytes: [])
        #expect(throws: TarError.duplicate("x")) { try Self.archive([one, one]) }
        let single = try Self.archive([one])
        #expect(throws: TarError.duplicate("x")) { try TarReader().members(of: Array(single[..<512]) + single) }
        #expect(throws: TarError.trailingData(offset: 10_240)) { try TarReader().members(of: single + [1]) }
        #expect(throws: TarError.notAnArchive) { try TarReader().members(of: [UInt8](repeating: 0, count: 10_240)) }
    }

    /// The archive with a correct checksum of its first header.
    private static func signed(_ archive: [UInt8]) -> [UInt8] {
        var archive = archive
        for place in 148..<156 { archive[place] = 0x20 }
        var sum = 0
        for byte in archive[..<512] { sum += Int(byte) }
        let digits = String(sum, radix: 8)
        let text = String(repeating: "0", count: 6 - digits.count) + digits
        for (place, byte) in zip(148..<155, Array(text.utf8) + [0]) { archive[place] = byte }
        return archive
    }
}
