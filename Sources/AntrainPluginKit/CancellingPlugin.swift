/// A plugin that can take back what it has delivered, as a notification that is still on a screen.
public protocol CancellingPlugin: DeliveryPlugin {
    /// Takes back what was delivered under a notification's id; one that is not there any more is no failure.
    ///
    /// - Throws: `PluginFailure` when it may still be seen.
    func cancel(_ id: String) throws(PluginFailure)
}
