import Foundation

/// The programs, libraries and files that the tests run.
public enum BuildProducts {
    /// The folder of the executables and libraries: copies from `ANTRAIN_PRODUCTS`, or from the tests' own build.
    ///
    /// The copies are in the temporary folder, where an ordinary user reaches them if only root reaches the checkout, and where
    /// their path has no spaces. They are deleted when the tests end.
    ///
    /// `.ci/test` sets `ANTRAIN_PRODUCTS` to the release build, which users run. Its commands take an eighth of the time.
    public static let folder = products(of: release ?? ownFolder, name: "products")

    private static let release = ProcessInfo.processInfo.environment["ANTRAIN_PRODUCTS"]

    /// Copies the products of a build to a folder with that name.
    private static func products(of build: String, name: String) -> String {
        // antrain finds the files of the package three folders above itself, as in a build folder.
        let products = packageCopy + "/.build/copy/" + name
        copy(
            """
            mkdir -p "$2"
            cp "$1"/antrain "$1"/antrain-plugin-runner "$1"/libantrain-*.so "$2"
            [ ! -d "$1/runtime" ] || cp -R "$1/runtime" "$2"
            chmod -R a+rX,go-w "$2"
            "$3/.ci/pin-plugins" "$2"
            """,
            [build, products, package]
        )
        return products
    }

    private static func copy(_ script: String, _ arguments: [String]) {
        let script = "set -e; umask 022\n" + script
        let made = Result { try run("/usr/bin/env", ["bash", "-c", script, "copy"] + arguments) }
        guard case .success(let made) = made, made.status == 0 else {
            fatalError("\(arguments[0]) cannot be copied to \(arguments[1]): \(made)")
        }
    }

    /// The folder of the tests' own build, whose programs are dynamically linked and need no further files.
    private static let ownFolder: String = {
        // The test runner is either an executable in the build folder's bundle, or a shared one that receives the bundle's path.
        let candidates =
            CommandLine.arguments + [
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            ]
        for candidate in candidates {
            var folder = (candidate as NSString).deletingLastPathComponent
            for _ in 0..<4 {
                if FileManager.default.fileExists(atPath: folder + "/antrain-plugin-runner") { return folder }
                folder = (folder as NSString).deletingLastPathComponent
            }
        }
        // Otherwise the tests would write into the working directory.
        fatalError("the tests do not find the build folder; run them with 'swift test'")
    }()

    /// The compiler's index of the code, in the tests' own build.
    public static var index: String { ownFolder + "/index/store" }

    /// The folder with the copies of the package's files that the executables use.
    public static let packageCopy: String = {
        let root = TemporaryFolder.ofRun.path + "/package"
        copy(
            """
            mkdir -p "$2/Plugins" "$2/Sources/CommandLine/antrain"
            cp -R "$1/Programs" "$2"
            cp -R "$1/Plugins/Templates" "$2/Plugins"
            cp -R "$1/Sources/CommandLine/antrain/Exercises" "$2/Sources/CommandLine/antrain"
            chmod -R a+rX,go-w "$2"
            """,
            [package, root]
        )
        return root
    }()

    /// The root folder of the package.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path(percentEncoded: false)

    /// The path of a built executable or library.
    public static func path(_ name: String) -> String { folder + "/" + name }

    /// The path of an executable or library of the tests' own build, which libraries can be preloaded into.
    public static func ownPath(_ name: String) -> String { own + "/" + name }

    /// The path of an executable that only the tests use, in the tests' own build.
    public static func helperPath(_ name: String) -> String { ownFolder + "/" + name }

    private static let own = release == nil ? folder : products(of: ownFolder, name: "own")
}

/// The output and the exit status of a program.
public struct Finished: Sendable {
    public let output: String
    public let errors: String
    public let status: Int32

    /// The output and the errors without line breaks, which depend on the length of the folder's name.
    public var words: String { (output + errors).split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// Runs a program until it exits.
public func run(
    _ program: String,
    _ arguments: [String],
    environment: [String: String]? = nil,
    in folder: String? = nil
) throws -> Finished {
    let process = Process()
    let (output, errors) = (try ProgramPipe(), try ProgramPipe())
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    if let environment { process.environment = uncounted(environment) }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.writing
    process.standardError = errors.writing
    // Foundation's own socket, which reports the end of the program, would be inherited as well.
    try ProgramPipe.withoutNewPipes { try process.run() }
    try output.writing.close()
    try errors.writing.close()
    // Reading one stream must not let the other fill up and block the program.
    let collected = ErrorReader(errors.reading)
    let said = try output.reading.readToEnd() ?? Data()
    let complained = collected.wait()
    process.waitUntilExit()
    return Finished(
        output: String(decoding: said, as: UTF8.self),
        errors: String(decoding: complained, as: UTF8.self),
        status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    )
}

/// An environment in which a binary built for coverage does not write counters into its working directory, and a sanitizer
/// reports to the folder that `.ci/sanitize` checks.
public func uncounted(_ environment: [String: String]) -> [String: String] {
    let own = ProcessInfo.processInfo.environment.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
    return environment.merging(own.merging(["LLVM_PROFILE_FILE": "/dev/null"]) { $1 }) { given, _ in given }
}

private final class ErrorReader: @unchecked Sendable {
    private var data = Data()
    private let group = DispatchGroup()

    init(_ handle: FileHandle) {
        group.enter()
        Thread.detachNewThread { [self] in
            data = (try? handle.readToEnd()) ?? Data()
            group.leave()
        }
    }

    func wait() -> Data {
        group.wait()
        return data
    }
}

/// Compiles a plugin written in C.
public func compilePlugin(_ source: String, into folder: TemporaryFolder, name: String) throws -> String {
    let file = try folder.write("\(name).c", source)
    let library = folder.path + "/lib\(name).so"
    let result = try run(
        "/usr/bin/env",
        [
            "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-shared", "-fPIC",
            "-I\(BuildProducts.package)Sources/Delivery/AntrainPluginABI/include", "-o", library, file,
        ]
    )
    guard result.status == 0 else { throw CompileFailure(message: result.errors) }
    return library
}

public struct CompileFailure: Error {
    public let message: String
}
