import CivilTime
import Delivery
import DeliverySupport
import Foundation
import Reminders
import TestSupport
import Testing

extension DeliveryStage {
    /// A stage with the channel of one plugin that ships with antrain.
    ///
    /// - Parameter environment: the user's variables in addition to `PATH` and `HOME`.
    static func of(
        _ plugin: String,
        _ values: [(String, String)],
        isQuiet: Bool = false,
        in folder: TemporaryFolder? = nil,
        environment: [String: String] = [:]
    ) throws -> DeliveryStage {
        var stage = try DeliveryStage(in: folder, environment: environment)
        stage.addShipped(plugin, values: values, isQuiet: isQuiet)
        return stage
    }

    /// The state of one delivery and its reason.
    func outcome(_ notification: PlannedNotification = reminder()) throws -> (state: String, reason: String) {
        let summary = try deliver([notification]).summary
        if let entry = summary.retrying.first { return ("retrying", entry.reason ?? "") }
        if let entry = summary.failed.first { return ("failed", entry.reason ?? "") }
        return (summary.delivered.isEmpty ? "nothing" : "delivered", "")
    }

    /// Whether a delivery is attempted that many seconds after its time.
    func isTried(after seconds: Int64) throws -> Bool {
        try !deliver(now: due.adding(TimeSpan(seconds: seconds)), plans: false).summary.isEmpty
    }

    /// Whether the ledger contains a text anywhere.
    func ledgerHolds(_ text: String) throws -> Bool {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("ledger") }
        return try files.contains {
            try Data(contentsOf: URL(filePath: folder.path + "/" + $0)).firstRange(of: Data(text.utf8)) != nil
        }
    }
}

/// A JSON object in a text.
func jsonObject(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
}
