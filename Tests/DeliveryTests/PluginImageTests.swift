@testable import Delivery
import DeliverySupport
import Foundation
import RunnerProtocol
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Only approved bytes of a plugin are executed.
@Suite struct PluginImageTests {
    /// Replaces a file repeatedly, by a rename and in place, until it is stopped.
    private final class Swapper: Sendable {
        private let isStopped = Mutex(false)
        private let group = DispatchGroup()

        init(_ path: String, _ contents: [Data]) {
            group.enter()
            Thread.detachNewThread { [self] in
                var round = 0
                while !isStopped.withLock({ $0 }) {
                    PluginImageTests.swap(path, contents[round % contents.count], inPlace: round % 4 < 2)
                    round += 1
                }
                group.leave()
            }
        }

        func stop() {
            isStopped.withLock { $0 = true }
            group.wait()
        }
    }

    private static func swap(_ path: String, _ content: Data, inPlace: Bool) {
        if inPlace {
            try? content.write(to: URL(filePath: path))
            return
        }
        let new = path + "." + UUID().uuidString
        try? content.write(to: URL(filePath: new))
        rename(new, path)
    }

    /// An approved plugin, a different plugin, and a path at which either may be.
    private func plugins(in folder: TemporaryFolder) throws -> (good: Data, evil: Data, path: String) {
        let good = try compilePlugin(CPlugin.good, into: folder, name: "good")
        let source = CPlugin.good.replacing("ANTRAIN_STRING(\"test\")", with: "ANTRAIN_STRING(\"evil\")")
        let evil = try compilePlugin(source, into: folder, name: "evil")
        let contents = try [good, evil].map { try Data(contentsOf: URL(filePath: $0)) }
        let path = folder.path + "/libswapped.so"
        try contents[0].write(to: URL(filePath: path))
        return (contents[0], contents[1], path)
    }

    /// The file is replaced between the approval of its digest and its loading: the approved bytes are executed.
    @Test(arguments: [true, false])
    func aFileThatIsReplacedAfterItsCheckIsNotExecuted(inPlace: Bool) throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (_, evil, path) = try plugins(in: folder)
        let image = try PluginImage.read(FilePath(path))
        Self.swap(path, evil, inPlace: inPlace)
        #expect(PluginDigest.sha256(of: FilePath(path)) != image.digest)
        let runner = try RunnerProcess.start(
            FilePath(BuildProducts.path("antrain-plugin-runner")),
            image,
            environment: []
        ).get()
        let frame = try HostMessage.load(WireLoad(path: path)).frame
        #expect(send(runner.socket, frame, frame.count, Int32(MSG_NOSIGNAL)) == frame.count)
        var frames = FrameBuffer()
        var name: String?
        while name == nil {
            var watched = pollfd(fd: runner.socket, events: Int16(POLLIN), revents: 0)
            try #require(poll(&watched, 1, 60_000) > 0)
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(runner.socket, &chunk, chunk.count)
            try #require(count > 0)
            frames.append(chunk[..<count])
            while let next = try frames.next() {
                if case .loaded(let description) = try RunnerMessage(frame: next) { name = description.name }
            }
        }
        #expect(name == "test")
    }

    /// While the file is swapped hundreds of times, a matching digest implies the approved bytes, and no others are executed.
    @Test func onlyTheApprovedBytesRunWhileTheFileIsSwapped() throws {
        let folder = try TemporaryFolder()
        let stage = try DeliveryStage(in: folder)
        let (good, evil, path) = try plugins(in: folder)
        let digest = try #require(PluginDigest.sha256(of: FilePath(path)))
        let swapper = Swapper(path, [good, evil])
        for round in 0..<400 {
            Self.swap(path, round % 2 == 0 ? good : evil, inPlace: round % 8 < 4)
            guard let image = try? PluginImage.read(FilePath(path)) else { continue }
            #expect((image.digest == digest) == (image.bytes == Array(good)))
        }
        for round in 0..<20 {
            Self.swap(path, round % 2 == 0 ? good : evil, inPlace: false)
            let report = stage.dispatcher.introduction(
                of: Channel(name: "swapped", library: FilePath(path), digest: digest, values: [])
            )
            #expect(report.description.map { $0.name == "test" } ?? (report.problem != nil), "\(report)")
        }
        swapper.stop()
        Self.swap(path, evil, inPlace: true)
        let channel = Channel(name: "swapped", library: FilePath(path), digest: digest, values: [])
        #expect(
            stage.dispatcher.introduction(of: channel).problem?.contains("has changed since you allowed it") == true
        )
        Self.swap(path, good, inPlace: true)
        #expect(stage.dispatcher.introduction(of: channel).description?.name == "test")
    }

    @Test func withoutAnApprovedDigestNothingRuns() throws {
        let stage = try DeliveryStage()
        let library = try compilePlugin(CPlugin.good, into: stage.folder, name: "good")
        for digest in [nil, "", String(repeating: "0", count: 64)] {
            let channel = Channel(name: "x", library: FilePath(library), digest: digest, values: [])
            let report = stage.dispatcher.introduction(of: channel)
            #expect(report.description == nil && report.problem?.contains("has changed since you allowed it") == true)
        }
        let shipped = Channel(name: "x", library: FilePath(library), digest: "", ships: true, values: [])
        #expect(
            stage.dispatcher.introduction(of: shipped).problem?.contains("is not the file shipped with antrain")
                == true
        )
    }

    /// The copy cannot be written, resized or mapped writable; its digest is that of FIPS 180-4's example.
    @Test func theCopyIsSealed() throws {
        let folder = try TemporaryFolder()
        let image = try PluginImage.read(FilePath(try folder.write("abc", "abc")))
        #expect(image.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(image.bytes == Array("abc".utf8) && image.descriptor > 3)
        #expect(pwrite(image.descriptor, "x", 1, 0) < 0 && errno == EPERM)
        #expect(ftruncate(image.descriptor, 0) < 0 && ftruncate(image.descriptor, 9) < 0)
        #expect(mmap(nil, 3, PROT_READ | PROT_WRITE, MAP_SHARED, image.descriptor, 0) == MAP_FAILED)
        let again = open("/proc/self/fd/\(image.descriptor)", O_RDWR)
        #expect(again < 0 || pwrite(again, "x", 1, 0) < 0)
        if again >= 0 { close(again) }
    }

    @Test(arguments: ["missing", "folder", "fifo", "link-to-nothing"])
    func onlyRegularFilesAreLibraries(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/x"
        switch kind {
        case "folder": _ = try TemporaryFolder(path: path)
        case "fifo": #expect(mkfifo(path, 0o600) == 0)
        case "link-to-nothing": #expect(symlink(nowhere, path) == 0)
        default: break
        }
        #expect(PluginDigest.sha256(of: FilePath(path)) == nil)
        let report = try DeliveryStage().dispatcher.introduction(
            of: Channel(name: "x", library: FilePath(path), digest: "", values: [])
        )
        #expect(report.problem?.contains(path) == true, "\(report)")
    }

    /// If the kernel's policy requires memory files without execute permission, plugins still load.
    @Test(.requires(.root)) func aPolicyAgainstExecutableMemoryIsRespected() throws {
        let home = try TemporaryFolder()
        let command = "sysctl -qw vm.memfd_noexec=2 && \(BuildProducts.path("antrain")) plugin info console"
        let run = try run(
            "/usr/bin/env",
            ["unshare", "--pid", "--fork", "--mount-proc", "sh", "-c", command],
            environment: ["HOME": home.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "UTC"]
        )
        guard !run.errors.contains("sysctl:"), !run.errors.contains("unshare:") else { return }
        #expect(run.status == 0 && run.output.contains("ready"), "\(run.output)\(run.errors)")
    }
}
