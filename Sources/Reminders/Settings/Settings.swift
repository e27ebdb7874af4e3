public import CivilTime
public import YAMLSource

/// The time zone of the user's times.
public enum TimezoneChoice: Sendable, Hashable {
    /// The machine's time zone.
    case system
    /// The time zone with this name.
    case named(String)
}

/// The configuration of a channel: its plugin and values.
public struct ChannelConfiguration: Sendable, Hashable {
    /// A plugin value as text; a list repeats its key.
    public struct Value: Sendable, Hashable {
        /// The plugin's name for it.
        public let key: String
        /// The origin of the value.
        public let origin: ValueOrigin
        /// The location of the value in the settings.
        public let span: SourceSpan
        /// The location of the key in the settings.
        public let keySpan: SourceSpan

        /// The value in the settings; empty if it comes from elsewhere.
        public var text: String { origin.literal ?? "" }
    }

    /// The channel's name.
    public let name: String
    /// The plugin's name, or the path of its library.
    public let plugin: String
    /// Its values in the order of the file.
    public let values: [Value]
    /// The fallback channel, with the number of failures of a reminder before it takes over.
    public let fallback: Fallback?
    /// The location of the fallback channel's name in the settings.
    public let fallbackSpan: SourceSpan?
    /// Whether its failures are only recorded.
    public let isOptional: Bool
    /// The maximum number of pending notifications; nil leaves it to its plugin.
    public let limit: Int?
    /// The location of its name under `configure`; nil for a channel that is not there.
    public let span: SourceSpan?

    /// The allowed limits of a channel.
    public static let limitRange = 1...100_000

    /// A fallback channel.
    public struct Fallback: Sendable, Hashable {
        /// The channel's name.
        public let channel: String
        /// The number of failures of a reminder before it takes over, 1 to 20.
        public let failures: Int

        /// The allowed numbers of failures.
        public static let failureRange = 1...20

        /// Creates a fallback.
        public init(channel: String, failures: Int = 1) {
            self.channel = channel
            self.failures = failures
        }
    }

    /// Whether the plugin is given by the path of its library.
    public var isPath: Bool { plugin.contains("/") }

    /// A channel without values.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - plugin: its plugin's name, or the path of its library; by default the channel's name.
    public init(named name: String, plugin: String? = nil) {
        self.init(name: name, plugin: plugin ?? name, values: [])
    }

    init(name: String, plugin: String, values: [Value], rules: ChannelRules = ChannelRules(), span: SourceSpan? = nil) {
        self.name = name
        self.span = span
        self.plugin = plugin
        self.values = values
        fallback = rules.fallback
        fallbackSpan = rules.fallbackSpan
        isOptional = rules.isOptional
        limit = rules.limit
    }
}

/// The user's settings.
public struct Settings: Sendable, Hashable {
    /// Whether reminders are on.
    public var isEnabled = false
    /// When reminders are sent.
    public var time = TimeOfDay(secondsFromMidnight: 9 * 3600)
    /// The training days.
    public var days = WeekdaySet.all
    /// Whether there are reminders on rest days.
    public var restDays = false
    /// The number of days planned ahead, 1 to 60, including today.
    public var horizon = 7
    /// How late a reminder may be delivered.
    public var grace = TimeSpan.hours(4)
    /// The length of a snooze.
    public var snooze = TimeSpan.hours(1)
    /// Whether an unanswered reminder is sent again.
    public var followUp: FollowUpPolicy?
    /// How long after its start an unanswered workout is asked about; nil for never.
    public var unfinished: TimeSpan?
    /// The quiet hours.
    public var quietHours: QuietHours?
    /// The language of reminders; nil to use the locale's.
    public var language: Language?
    /// The user's own texts.
    public var texts = UserTexts()
    /// Whether a workout's reminder includes exercises, duration and week.
    public var showsDetails = true
    /// The time zone of the times.
    public var timezone = TimezoneChoice.system
    /// The channels in use.
    public var channels = ["console"]
    /// The configurations of channels.
    public var configurations: [ChannelConfiguration] = []

    /// The default settings.
    public static let defaults = Settings()

    /// The allowed values of the horizon.
    public static let horizonRange = 1...60

    /// Creates the default settings.
    public init() {}

    /// The configurations of the channels in use, in order and without duplicates, followed by their fallback channels.
    public func configurations(of names: [String]) -> [ChannelConfiguration] {
        var names = names
        var result: [ChannelConfiguration] = []
        while !names.isEmpty {
            let name = names.removeFirst()
            guard !result.contains(where: { $0.name == name }) else { continue }
            let channel = configurations.first { $0.name == name } ?? ChannelConfiguration(named: name)
            result.append(channel)
            if let fallback = channel.fallback?.channel { names.append(fallback) }
        }
        return result
    }
}

/// The settings with their own keys.
public enum SettingKey: String, Sendable, Hashable, CaseIterable {
    /// Whether reminders are on.
    case enabled
    /// When reminders are sent.
    case time
    /// The training days.
    case days
    /// Whether there are reminders on rest days.
    case restDays = "rest-days"
    /// The number of days planned ahead.
    case horizon
    /// How late a reminder may be delivered.
    case grace
    /// The length of a snooze.
    case snooze
    /// Whether an unanswered reminder is sent again.
    case followUp = "follow-up"
    /// How long after its start a workout is asked about.
    case unfinished
    /// The quiet hours.
    case quietHours = "quiet-hours"
    /// The language.
    case language
    /// The user's own texts.
    case texts
    /// The details of a workout's reminder.
    case details
    /// The time zone.
    case timezone
    /// The channels.
    case channels
    /// The configurations of channels.
    case configure
}
