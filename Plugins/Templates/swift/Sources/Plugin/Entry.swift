public import AntrainPluginABI
import AntrainPluginKit

/// The only function that the library exports.
@_cdecl("antrain_plugin_entry_v1")
public func antrainPluginEntry(_ host: UnsafePointer<antrain_host>) -> UnsafePointer<antrain_plugin>? {
    PluginExport.entry(LinePlugin.self, host: host)
}
