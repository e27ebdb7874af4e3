import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Files
@testable import MachineFiles

@Suite struct MachineFileWritingTests {
    private let folder: TemporaryFolder
    private let path: FilePath
    private let key: SyncKey
    private let former = ["one", "two"].map(Sample.message)
    private let more = ["three", "", "five"].map(Sample.message)

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path + "/5f0c9a1e44d1b7a3.antrain")
        key = try Sample.key()
    }

    private var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: URL(filePath: path.string))) }
    }

    private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path.string)) }

    private func rewrite(_ messages: [[UInt8]], generation: Int64 = 1) throws -> MachineFile.Position {
        try MachineFile.rewrite(messages, to: path, as: Sample.opening(generation: generation), with: key)
    }

    private func append(_ messages: [[UInt8]], at position: MachineFile.Position) throws -> MachineFile.Position {
        try MachineFile.append(messages, to: path, at: position, with: key)
    }

    private func read(from position: MachineFile.Position? = nil) throws -> MachineFile.Contents {
        try MachineFile.read(path, with: key, from: position)
    }

    /// Expects an append to be refused, and the file to be unchanged.
    private func expectRefusal(
        _ problem: MachineFile.WritingProblem,
        at position: MachineFile.Position,
        _ comment: Comment = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try? bytes
        #expect(throws: problem, comment, sourceLocation: sourceLocation) { try append(more, at: position) }
        #expect((try? bytes) == before, comment, sourceLocation: sourceLocation)
    }

    @Test func whatIsWrittenIsReadInParts() throws {
        var random = Share.generator(of: "appended messages")
        var position = try rewrite(former)
        var (all, parts) = (former, [(position, former)])
        #expect(try read() == .init(messages: all, position: position, end: .complete))
        for _ in 0..<20 {
            let messages = Sample.messages(.random(in: 1...4, using: &random), upTo: 40, &random)
            let next = try append(messages, at: position)
            #expect(try read(from: position) == .init(messages: messages, position: next, end: .complete))
            (position, all) = (next, all + messages)
            parts.append((position, all))
        }
        #expect(try read() == .init(messages: all, position: position, end: .complete))
        #expect(try bytes.count == position.offset)
        // A reader that missed several appends gets all of them.
        for (former, messages) in parts {
            let stored = try #require(MachineFile.Position(bytes: former.bytes))
            #expect(
                try read(from: stored)
                    == .init(
                        messages: Array(all.dropFirst(messages.count)),
                        position: position,
                        end: .complete
                    )
            )
        }
        #expect(try MachineFile.opening(of: path, with: key) == Sample.opening())
    }

    @Test func nothingIsAppended() throws {
        let position = try rewrite([])
        let before = try bytes
        #expect(try append([], at: position) == position)
        #expect(try bytes == before)
        #expect(try read() == .init(messages: [], position: position, end: .complete))
    }

    @Test func aFileIsReplacedAndKeepsItsMode() throws {
        _ = try rewrite(former)
        var facts = stat()
        #expect(stat(path.string, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        chmod(path.string, 0o640)
        let position = try rewrite(more, generation: 2)
        #expect(try read() == .init(messages: more, position: position, end: .complete))
        #expect(stat(path.string, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test func aMissingFolderIsNotCreated() throws {
        let path = FilePath(folder.path + "/not mounted/file")
        #expect {
            try MachineFile.rewrite([], to: path, as: Sample.opening(), with: key)
        } throws: { error in
            guard case .file(let problem) = error as? MachineFile.WritingProblem else { return false }
            return problem.path.string == folder.path + "/not mounted"
        }
        let position = try rewrite([])
        #expect(throws: MachineFile.WritingProblem.missing) {
            try MachineFile.append([], to: path, at: position, with: key)
        }
    }

    /// After a kill or a power failure, the file has a part of the appended block.
    @Test func anInterruptedAppendIsRewritten() throws {
        let position = try rewrite(former)
        let before = try bytes
        _ = try append(more, at: position)
        let after = try bytes
        for count in before.count + 1..<after.count {
            try put(Array(after[..<count]))
            #expect(try read() == .init(messages: former, position: position, end: .torn))
            #expect(try read(from: position) == .init(messages: [], position: position, end: .torn))
            try expectRefusal(.incomplete, at: position, "\(count)")
            // The disk knew the size, but not the contents.
            try put(after[..<count] + [UInt8](repeating: 0, count: after.count - count))
            #expect(try read().messages == former)
            try expectRefusal(.incomplete, at: position, "\(count)")
        }
        let next = try rewrite(former, generation: 2)
        #expect(try read(from: append(more, at: next)).messages == [])
        #expect(try read().messages == former + more)
    }

    @Test func anAppendThatWasForgottenIsFound() throws {
        let position = try rewrite(former)
        let next = try append(more, at: position)
        try expectRefusal(.continued(.init(messages: more, position: next, end: .complete)), at: position)
        try put(bytes + [1])
        try expectRefusal(.continued(.init(messages: more, position: next, end: .torn)), at: position)
        try expectRefusal(.incomplete, at: next)
    }

    @Test func anotherWriterIsFound() throws {
        let position = try rewrite(former)
        let beginning = try bytes
        let mine = try append(more, at: position)
        let minesBytes = try bytes
        // A clone of the machine continued the same file.
        try put(beginning)
        let other = try append(more, at: position)
        #expect(mine.offset == other.offset && mine != other)
        try expectRefusal(.replaced(mine.opening), at: mine)
        _ = try append(more, at: other)
        try expectRefusal(.replaced(mine.opening), at: mine)
        // It began a file of its own.
        try put(try Sample.file([Sample.message("other")]))
        try expectRefusal(.incomplete, at: mine)
        try put(try Sample.file(Array(repeating: Sample.message("other"), count: 20)))
        try expectRefusal(.replaced(mine.opening), at: mine)
        for opening in [try Sample.opening(generation: 2), try Sample.opening("0000000000000001")] {
            try put(try Sample.file(former, opening))
            try expectRefusal(.replaced(opening), at: mine)
        }
        try put(minesBytes)
        #expect(try append([], at: mine) == mine)
    }

    @Test func staleAndDamagedFilesAreIncomplete() throws {
        let first = try rewrite(former)
        let stale = try bytes
        let position = try append(more, at: first)
        let whole = try bytes
        for count in stride(from: 0, to: whole.count, by: 7) {
            try put(Array(whole[..<count]))
            try expectRefusal(.incomplete, at: position, "\(count)")
        }
        try put(stale)
        try expectRefusal(.incomplete, at: position)
        for index in MachineFile.lineSize..<whole.count where index >= whole.count - 16 || index < MachineFile.headSize
        {
            var wrong = whole
            wrong[index] ^= 1
            try put(wrong)
            try expectRefusal(.incomplete, at: position, "\(index)")
        }
        try put(whole + [0])
        try expectRefusal(.incomplete, at: position)
        try FileManager.default.removeItem(atPath: path.string)
        try expectRefusal(.missing, at: position)
    }

    @Test func otherFilesAreNotChanged() throws {
        let position = try rewrite(former)
        let others: [([UInt8], MachineFile.ReadingProblem)] = [
            (try Sample.file(former, nil, Sample.key(1)), .foreign(keyID: try Sample.key(1).id)),
            (Array("antrain machine file 2 x".utf8), .newer(version: 2)), (Array("text".utf8), .unrecognized),
        ]
        for (bytes, problem) in others {
            try put(bytes)
            try expectRefusal(.occupied(problem), at: position)
            #expect(throws: problem) { try read() }
            #expect(throws: problem) { try read(from: position) }
            #expect(throws: problem) { try MachineFile.opening(of: path, with: key) }
        }
    }

    @Test func aPositionOfAnotherFileIsRefused() throws {
        let first = try rewrite(former)
        let stale = try bytes
        let position = try append(more, at: first)
        let whole = try bytes
        var wrong = whole
        wrong[whole.count - 1] ^= 1
        let others: [(String, [UInt8])] = [
            ("stale", stale), ("damaged", wrong), ("empty", []), ("cut off", Array(whole.dropLast())),
            ("generation", try Sample.file(former + more, Sample.opening(generation: 2))),
            ("machine", try Sample.file(former + more, Sample.opening("0000000000000001"))),
            ("new", try Sample.file(former + more)),
        ]
        for (name, bytes) in others {
            try put(bytes)
            #expect(throws: MachineFile.ReadingProblem.otherContents, "\(name)") { try read(from: position) }
            #expect((try read().messages.isEmpty) == (name == "empty"), "\(name)")
        }
        // The position's own block after another beginning.
        let other = try Sample.opening(generation: 2)
        try put(try Sample.file(former, other) + whole[first.offset...])
        #expect(throws: MachineFile.ReadingProblem.otherContents) { try read(from: position) }
        try expectRefusal(.replaced(other), at: position)
        // What is damaged before the position was read already.
        wrong = whole
        wrong[first.offset - 20] ^= 1
        try put(wrong)
        #expect(try read(from: position) == .init(messages: [], position: position, end: .complete))
    }

    @Test func largeMessagesAndFilesAreRefused() throws {
        let position = try rewrite([[UInt8](repeating: 1, count: MachineFile.largestMessage)])
        #expect(try read().messages.map(\.count) == [MachineFile.largestMessage])
        let large = [UInt8](repeating: 1, count: MachineFile.largestMessage + 1)
        for write in [{ try append([[], large], at: position) }, { try rewrite([[], large]) }] {
            #expect(throws: MachineFile.WritingProblem.largeMessage(index: 1)) { try write() }
        }
        let many = Array(repeating: [UInt8](repeating: 1, count: MachineFile.largestMessage), count: 16)
        for write in [{ try append(many, at: position) }, { try rewrite(many) }] {
            #expect {
                try write()
            } throws: { error in
                guard case .tooLarge(let bytes) = error as? MachineFile.WritingProblem else { return false }
                return bytes > MachineFile.largestFile
            }
        }
        #expect(try read().position == position)
        #expect(truncate(path.string, off_t(MachineFile.largestFile + 1)) == 0)
        let problem = MachineFile.ReadingProblem.tooLarge(bytes: MachineFile.largestFile + 1)
        #expect(throws: problem) { try read() }
        #expect(throws: MachineFile.WritingProblem.occupied(problem)) { try append([], at: position) }
    }

    @Test func foldersAndMissingFilesAreNotRead() throws {
        for (path, isMissing) in [(FilePath(folder.path), false), (path, true)] {
            #expect {
                try MachineFile.read(path, with: key)
            } throws: { error in
                guard case .file(let problem) = error as? MachineFile.ReadingProblem else { return false }
                return problem.path == path && problem.isMissing == isMissing
            }
        }
    }
}
