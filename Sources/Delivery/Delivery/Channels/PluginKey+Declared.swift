public import Reminders
public import RunnerProtocol

extension PluginKey {
    /// A key as a plugin declares it.
    public init(_ key: WireDescription.Key) {
        self.init(
            name: key.name,
            type: ValueType(rawValue: key.type),
            isRequired: key.isRequired,
            isSecret: key.isSecret,
            isList: key.isList
        )
    }
}
