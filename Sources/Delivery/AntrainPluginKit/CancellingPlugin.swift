/// A plugin that can remove notifications that it has delivered, for example a bubble that is still on the screen.
public protocol CancellingPlugin: DeliveryPlugin {
    /// Removes a delivered notification by its ID. It is not a failure if the notification no longer exists.
    ///
    /// - Throws: `PluginFailure` if it may still be visible.
    func cancel(_ id: String) throws(PluginFailure)
}
