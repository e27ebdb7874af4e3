import Delivery
import DeliverySupport
import TestSupport

extension DeliveryStage {
    /// A stage with the desktop channel; each delivery is a run of its own, as under cron.
    ///
    /// - Parameters:
    ///   - environment: what the user has set.
    ///   - library: what is there in place of the plugin that ships.
    static func desktop(
        _ environment: [String: String],
        library: String? = nil,
        values: [(String, String)] = [],
        isQuiet: Bool = false
    ) throws -> DeliveryStage {
        var stage = try DeliveryStage(environment: environment)
        stage.addShipped("desktop", library: library, values: values, isQuiet: isQuiet)
        return stage
    }
}
