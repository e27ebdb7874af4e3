import AntrainPluginABI

/// The version of the plugin interface that this kit was built for.
public enum PluginABI {
    /// The major version: part of the entry symbol's name, so two majors never meet by accident.
    public static let major = Int(ANTRAIN_PLUGIN_ABI_MAJOR)
}
