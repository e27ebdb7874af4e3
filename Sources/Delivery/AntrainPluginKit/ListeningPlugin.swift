/// A plugin that waits for external events, such as a pressed button.
///
/// It may offer buttons only if `PluginHost.canAct` says that the host keeps running to handle them.
public protocol ListeningPlugin: DeliveryPlugin {
    /// The descriptor to wait for; -1 for none. Requested after each call.
    var descriptor: Int32 { get }

    /// Handles events; called when the descriptor is readable.
    func attend()
}
