public import CivilTime
public import Delivery
public import Ledger
public import Reminders
import SystemPackage
public import TestSupport

/// A home with a ledger and channels, each with its own runner process.
public struct DeliveryStage {
    public let folder: TemporaryFolder
    public let ledger: Ledger
    public var channels: [Channel] = []
    private let environment: [String: String]
    private let patience: Double

    /// Creates a stage without channels.
    ///
    /// - Parameters:
    ///   - folder: the home; a new one by default.
    ///   - environment: the user's variables in addition to `PATH` and `HOME`.
    ///   - patience: the time limit of a delivery in seconds.
    public init(in folder: TemporaryFolder? = nil, environment: [String: String] = [:], patience: Double = 30) throws {
        self.folder = try folder ?? TemporaryFolder()
        ledger = try Ledger(path: FilePath(self.folder.path + "/ledger.sqlite"))
        self.environment = uncounted(["PATH": "/usr/bin:/bin", "HOME": self.folder.path].merging(environment) { $1 })
        self.patience = patience
    }

    /// Adds a channel of a plugin that ships with antrain, or of a library that replaces it.
    public mutating func addShipped(
        _ name: String,
        plugin: String? = nil,
        library: String? = nil,
        values: [(String, String)],
        isQuiet: Bool = false
    ) {
        let library = library ?? BuildProducts.path("libantrain-\(plugin ?? name).so")
        let decision = PermissionDecision(state: isQuiet ? .provisional : .authorized, digest: nil)
        channels.append(
            Channel(
                name: name,
                library: FilePath(library),
                digest: PluginDigest.sha256(of: FilePath(library)),
                ships: true,
                values: values.map { ChannelValue(key: $0.0, text: $0.1) },
                permission: ChannelPermission(
                    channel: name,
                    decision: decision,
                    library: FilePath(library),
                    ships: true
                )
            )
        )
    }

    /// Adds a channel of a plugin in C.
    public mutating func add(
        _ name: String,
        c source: String,
        values: [(String, String)] = [],
        into folder: TemporaryFolder? = nil
    ) throws {
        let library = try compilePlugin(source, into: folder ?? self.folder, name: name)
        channels.append(
            Channel(
                name: name,
                library: FilePath(library),
                digest: PluginDigest.sha256(of: FilePath(library)),
                values: values.map { ChannelValue(key: $0.0, text: $0.1) }
            )
        )
    }

    public var dispatcher: Dispatcher {
        Dispatcher(
            runner: FilePath(BuildProducts.path("antrain-plugin-runner")),
            environment: environment,
            terminal: TerminalFacts(columns: 60, isOutput: true, allowsColor: false, isControlling: true),
            deliveryLimit: patience
        )
    }

    /// The channels with the access that their plugins request.
    public var ready: [Channel] { channels.map { dispatcher.ready($0, environment: environment) } }

    /// Plans notifications and delivers what is due.
    ///
    /// - Parameters:
    ///   - now: the present; by default the time of the last notification.
    ///   - plans: whether they are planned first.
    ///   - pool: the pool of runner processes.
    @discardableResult
    public func deliver(
        _ notifications: [PlannedNotification] = [reminder()],
        now: Instant? = nil,
        plans: Bool = true,
        pool: RunnerPool? = nil
    ) throws -> (summary: DeliverySummary, printed: String) {
        let instants = notifications.map(\.instant)
        if plans {
            _ = try ledger.commit(now: (instants.min() ?? due).subtracting(.hours(1)), today: monday) { _ in
                QueueRequest(
                    notifications: notifications,
                    routes: ChannelRoutes(channels: channels.map(\.name)),
                    zone: .utc,
                    grace: .hours(4)
                )
            }
        }
        var printed = ""
        let summary = try dispatcher.deliverDue(
            ledger,
            channels: ready,
            settings: .defaults,
            zone: .utc,
            now: now ?? instants.max() ?? due,
            pool: pool
        ) {
            printed += $0
            return nil
        }
        return (summary, printed)
    }
}
