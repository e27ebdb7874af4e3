public import CivilTime
public import Delivery
public import Ledger
public import Reminders
public import TestSupport

/// A home with a ledger and channels, each in a real runner of its own.
public struct DeliveryStage {
    public let folder: TemporaryFolder
    public let ledger: Ledger
    public var channels: [Channel] = []
    private let environment: [String: String]
    private let patience: Double

    /// Makes a stage without channels.
    ///
    /// - Parameters:
    ///   - folder: the home; a new one where there is none.
    ///   - environment: what the user has set beside `PATH` and `HOME`.
    ///   - patience: how many seconds a delivery may take.
    public init(in folder: TemporaryFolder? = nil, environment: [String: String] = [:], patience: Double = 30) throws {
        self.folder = try folder ?? TemporaryFolder()
        ledger = try Ledger(path: self.folder.path + "/ledger.sqlite")
        self.environment = uncounted(["PATH": "/usr/bin:/bin", "HOME": self.folder.path].merging(environment) { $1 })
        self.patience = patience
    }

    /// Adds a channel of a plugin that ships, or of what another library has in its place.
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
                library: library,
                digest: PluginDigest.sha256(of: library),
                ships: true,
                values: values.map { ChannelValue(key: $0.0, text: $0.1) },
                permission: ChannelPermission(channel: name, decision: decision, library: library, ships: true)
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
                library: library,
                digest: PluginDigest.sha256(of: library),
                values: values.map { ChannelValue(key: $0.0, text: $0.1) }
            )
        )
    }

    public var dispatcher: Dispatcher {
        Dispatcher(
            runner: BuildProducts.path("antrain-plugin-runner"),
            environment: environment,
            terminal: TerminalFacts(columns: 60, isOutput: true, allowsColor: false, isControlling: true),
            deliveryLimit: patience
        )
    }

    /// The channels with what their plugins ask for.
    public var ready: [Channel] { channels.map { dispatcher.ready($0, environment: environment) } }

    /// Plans notifications and delivers what is due.
    ///
    /// - Parameters:
    ///   - now: the present; where it is not given, when the last of them is due.
    ///   - plans: whether they are planned before.
    ///   - pool: what keeps the processes.
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
