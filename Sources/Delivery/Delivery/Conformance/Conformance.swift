public import CivilTime
public import RunnerProtocol
public import SystemPackage

/// A conformance run: checks whether a library meets the requirements of `antrain_plugin.h`.
///
/// First the file is inspected without running any of its code; then the plugin runs in a separate process and gets every kind of
/// call that antrain makes.
public struct Conformance: Sendable {
    private let library: FilePath
    private let digest: String?
    private let values: [ChannelValue]
    private let allowed: WireDescription?
    private let dispatcher: Dispatcher

    /// The default number of deliveries in the leak test.
    public static let usualDeliveries = 200

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - library: the path of the library.
    ///   - digest: the SHA-256 of the bytes to run: those that were inspected.
    ///   - values: the values to open it with.
    ///   - allowed: the description whose needs are allowed; if nil, it gets no access.
    ///   - dispatcher: starts the plugin.
    public init(
        library: FilePath,
        digest: String?,
        values: [ChannelValue],
        allowed: WireDescription?,
        dispatcher: Dispatcher
    ) {
        self.library = library
        self.digest = digest
        self.values = values
        self.allowed = allowed
        self.dispatcher = dispatcher.checking
    }

    /// Inspects a library's file without running its code.
    ///
    /// - Parameters:
    ///   - library: the path of the library.
    ///   - ships: whether a library with a digest ships with antrain.
    /// - Returns: the findings, and the SHA-256 of the inspected bytes; nil for an unreadable file.
    public static func inspect(
        library: FilePath,
        ships: (_ digest: String) -> Bool = { _ in false }
    ) -> (report: ConformanceReport, digest: String?) {
        do throws(PluginImage.Failure) {
            let image = try PluginImage.read(library)
            return (inspect(image.bytes, ships: ships(image.digest)), image.digest)
        } catch {
            var report = ConformanceReport()
            report.add("file", .failed, error.reason)
            return (report, nil)
        }
    }

    /// Inspects a library's bytes without running its code.
    ///
    /// - Parameter ships: whether the library ships with antrain, which includes the Swift runtime that it needs.
    public static func inspect(_ bytes: [UInt8], ships: Bool = false) -> ConformanceReport {
        var report = ConformanceReport()
        let file: ELFLibrary
        do { file = try ELFLibrary(bytes) } catch {
            report.add("file", .failed, error.sentence)
            return report
        }
        report.add("file", .ok, "a shared library for this machine")
        let entry = "antrain_plugin_entry_v1"
        guard let exports = file.exports else {
            report.add("entry", .skipped, "the library's section headers were stripped")
            return report
        }
        guard exports.contains(entry) else {
            report.add("entry", .failed, "it does not export \(entry); build it against antrain_plugin.h")
            return report
        }
        report.add("entry", .ok, "it exports \(entry)")
        let others = exports.filter { $0 != entry }
        let more = others.count > 5 ? " and \(others.count - 5) more" : ""
        report.add(
            "exports",
            failures: [],
            warnings: others.isEmpty
                ? []
                : [
                    "it also exports \(others.prefix(5).joined(separator: ", "))\(more); hide them: static, or -fvisibility=hidden"
                ],
            fine: "it exports nothing else"
        )
        let swift = file.needed.filter { $0.hasPrefix("libswift") || $0.hasPrefix("libFoundation") }
        report.add(
            "libraries",
            failures: [],
            warnings: swift.isEmpty || ships
                ? [] : ["it needs \(swift.joined(separator: ", ")), which few machines have; link with -static-stdlib"],
            fine: file.needed.isEmpty
                ? "it needs no other libraries" : "it needs \(file.needed.joined(separator: ", "))"
        )
        return report
    }

    /// Runs the plugin.
    ///
    /// - Parameters:
    ///   - now: the present; notifications are scheduled for the next day.
    ///   - deliveries: the number of deliveries in the leak test.
    public func run(now: Instant, deliveries: Int = usualDeliveries) -> ConformanceReport {
        let channel = Channel(name: "check", library: library, digest: digest, values: values)
        let run = ConformanceRun(channel, allowed: allowed, dispatcher, now: now.secondsSinceEpoch / 60 * 60)
        run.run(deliveries: deliveries)
        return run.report
    }
}

extension ConformanceReport {
    /// Adds that the plugin cannot be loaded.
    public func failedToLoad(_ reason: String) -> ConformanceReport {
        var report = self
        report.add("load", .failed, reason)
        return report
    }

    /// Combines both parts of a run.
    public func followed(by other: ConformanceReport) -> ConformanceReport {
        var both = self
        both.add(other)
        return both
    }
}

extension WireDescription {
    /// Whether a plugin describes itself as before; the host adds the confinement.
    func isSame(as earlier: WireDescription) -> Bool {
        var (one, other) = (self, earlier)
        (one.confinement, other.confinement) = ("", "")
        return one == other
    }
}

extension ELFLibrary.Problem {
    fileprivate var sentence: String {
        switch self {
        case .notELF: "not a shared library: not an ELF file"
        case .foreign: "it was built for another architecture"
        case .notShared: "not a shared library; link with -shared"
        case .damaged: "its tables are damaged; rebuild it"
        }
    }
}
