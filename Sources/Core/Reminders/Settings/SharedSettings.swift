public import YAMLSource

extension SettingKey {
    /// Whether the setting is the same on all machines of a person; the others depend on the channels, paths and disk of a machine.
    public var isShared: Bool {
        switch self {
        case .evidence, .keep, .heartbeat, .channels, .configure, .logging, .calendarFile, .daysOff: false
        case .enabled, .time, .days, .restDays, .oneADay, .horizon, .grace, .snooze, .followUp, .unfinished,
            .quietHours, .records, .summary, .milestones, .streakWarning, .language, .texts, .details, .timezone,
            .equipment, .gyms, .gym:
            true
        }
    }
}

/// The values of the shared settings in a settings file.
///
/// Values are YAML on one line, written in the same way whatever the style and the order of keys in the file.
public struct SharedSettings: Sendable, Hashable {
    public private(set) var values: [SettingKey: String] = [:]

    /// - Parameter text: the text of a settings file, or one from `text`.
    public init(in text: [UInt8]) {
        var diagnostics = Diagnostics()
        let source = SourceText(path: "", bytes: text)
        guard !source.isBlank, let document = YAMLDocument.parse(source, into: &diagnostics), !diagnostics.hasErrors
        else { return }
        for (key, value) in document.root.entries {
            guard let key = SettingKey(rawValue: key.text), key.isShared, !value.isNull else { continue }
            values[key] = YAMLEditor.Value(value).sorted.text
        }
    }

    /// The values as a settings file.
    public var text: String {
        SettingKey.allCases.compactMap { key in values[key].map { "\(key.rawValue): \($0)\n" } }.joined()
    }
}

/// Which shared settings a machine changed, and which it has to take over from others.
public struct SettingsExchange: Sendable, Hashable {
    /// A value that other machines have to take over.
    public struct Change: Sendable, Hashable {
        public let key: String
        /// The value in YAML; nil if the key was removed.
        public let value: String?
    }

    /// The shared settings in the file.
    public let file: SharedSettings
    /// What was changed in the file of this machine; a change that was made here counts as later than those from other machines.
    public private(set) var made: [Change] = []
    /// What other machines changed.
    public private(set) var received: [SettingsChange] = []
    /// Whether the file differs from what was last compared.
    public let isNew: Bool

    /// - Parameters:
    ///   - file: the settings in the file.
    ///   - known: those in the file when this was last compared; nil if it never was.
    ///   - shared: the last value of each key that any machine changed, which is nil if the key was removed.
    public init(_ file: SharedSettings, known: SharedSettings?, shared: [String: String?]) {
        (self.file, isNew) = (file, known != file)
        for key in SettingKey.allCases where key.isShared {
            let own = file.values[key]
            guard let common = shared[key.rawValue] else {
                if let own { made.append(Change(key: key.rawValue, value: own)) }
                continue
            }
            guard own != common else { continue }
            if let known, own != known.values[key] {
                made.append(Change(key: key.rawValue, value: own))
            } else if let common {
                // A newer antrain may write values that this one cannot read.
                if let value = YAMLEditor.Value(parsing: common) {
                    received.append(SettingsChange(key, [], .replaced(value)))
                }
            } else {
                received.append(SettingsChange(key, [], .removed))
            }
        }
    }

    public func makes(_ key: SettingKey) -> Bool { made.contains { $0.key == key.rawValue } }
}
