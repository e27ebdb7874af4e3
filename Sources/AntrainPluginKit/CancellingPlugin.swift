/// A plugin that can remove notifications that it has delivered, for example one that is still on the screen.
public protocol CancellingPlugin: DeliveryPlugin {
    /// Removes a delivered notification by its ID; one that no longer exists is not a failure.
    ///
    /// - Throws: `PluginFailure` if it may still be visible.
    func cancel(_ id: String) throws(PluginFailure)
}
