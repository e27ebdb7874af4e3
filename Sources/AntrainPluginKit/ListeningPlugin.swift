/// A plugin that waits for something from outside, as a button that is pressed.
///
/// It offers buttons only where `PluginHost.canAct` says that the host stays to hear of them.
public protocol ListeningPlugin: DeliveryPlugin {
    /// What to wait on; -1 for nothing now. It is asked for after each call.
    var descriptor: Int32 { get }

    /// Takes what has come; called when the descriptor can be read.
    func attend()
}
