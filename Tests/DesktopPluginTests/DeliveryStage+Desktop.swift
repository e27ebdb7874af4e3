import DeliverySupport
import TestSupport

extension DeliveryStage {
    /// A stage with the desktop channel; each delivery is a separate run, as under cron.
    ///
    /// - Parameters:
    ///   - environment: the user's variables.
    ///   - library: a replacement for the plugin that ships with antrain.
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
