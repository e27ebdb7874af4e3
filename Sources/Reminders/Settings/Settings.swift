public import CivilTime
public import YAMLSource

/// Which zone the user's times are in.
public enum TimezoneChoice: Sendable, Hashable {
    /// The one the machine is in, wherever that is.
    case system
    /// A zone of this name, wherever the machine is.
    case named(String)
}

/// How a channel is set up: which plugin serves it, and with what values.
public struct ChannelConfiguration: Sendable, Hashable {
    /// A value of the plugin's, as text; a list gives its key several times.
    public struct Value: Sendable, Hashable {
        /// The plugin's name for it.
        public let key: String
        /// Where the value comes from.
        public let origin: ValueOrigin
        /// Where it stands in the settings.
        public let span: SourceSpan
        /// Where its key stands in the settings.
        public let keySpan: SourceSpan

        /// The value as it stands in the settings; empty where it comes from elsewhere.
        public var text: String { origin.literal ?? "" }
    }

    /// The channel's name.
    public let name: String
    /// The plugin's name, or the path of its library.
    public let plugin: String
    /// Its values in the order of the file.
    public let values: [Value]
    /// The channel that takes over what this one fails at, and after how many failures of a reminder.
    public let fallback: Fallback?
    /// Where the channel that takes over is named in the settings.
    public let fallbackSpan: SourceSpan?
    /// Whether its failures are only noted.
    public let isOptional: Bool
    /// How many pending notifications it may hold; nil leaves it to its plugin.
    public let limit: Int?
    /// Where its name stands under `configure`; nil for a channel that is not set up there.
    public let span: SourceSpan?

    /// The limits that a channel may have.
    public static let limitRange = 1...100_000

    /// The channel that takes over.
    public struct Fallback: Sendable, Hashable {
        /// The channel's name.
        public let channel: String
        /// How often the first channel may fail at a reminder, 1 … 20.
        public let failures: Int

        /// How many failures there may be.
        public static let failureRange = 1...20

        /// Creates a fallback.
        public init(channel: String, failures: Int = 1) {
            self.channel = channel
            self.failures = failures
        }
    }

    /// Whether the plugin is named by the path of its library.
    public var isPath: Bool { plugin.contains("/") }

    /// A channel without values.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - plugin: its plugin's name, or the path of its library; without one the plugin has the channel's name.
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

/// What the user wants: when, on which days, through which channels.
public struct Settings: Sendable, Hashable {
    /// Whether reminders are planned at all.
    public var isEnabled = false
    /// When reminders come.
    public var time = TimeOfDay(secondsFromMidnight: 9 * 3600)
    /// On which weekdays workouts are reminded of.
    public var days = WeekdaySet.all
    /// Whether rest days are reminded of.
    public var restDays = false
    /// For how many days ahead reminders are planned, 1 … 60, today included.
    public var horizon = 7
    /// How late a reminder may still be delivered.
    public var grace = TimeSpan.hours(4)
    /// How long a snooze lasts.
    public var snooze = TimeSpan.hours(1)
    /// Whether a reminder without an answer is sent once more.
    public var followUp: FollowUpPolicy?
    /// How long after its begin a workout without an answer is asked about; nil for never.
    public var unfinished: TimeSpan?
    /// When the user wants to hear nothing.
    public var quietHours: QuietHours?
    /// In which language reminders speak; nil leaves it to the locale.
    public var language: Language?
    /// The user's own texts.
    public var texts = UserTexts()
    /// Whether a workout's reminder says more than what there is to do: exercises, duration and week.
    public var showsDetails = true
    /// Which zone the times are in.
    public var timezone = TimezoneChoice.system
    /// The channels in use.
    public var channels = ["console"]
    /// How channels are set up.
    public var configurations: [ChannelConfiguration] = []

    /// The settings of someone who has set nothing.
    public static let defaults = Settings()

    /// The days that a horizon may have.
    public static let horizonRange = 1...60

    /// Creates the default settings.
    public init() {}

    /// How channels are set up, in their order, each once, and after them those that take over what they fail at.
    public func configurations(of names: [String]) -> [ChannelConfiguration] {
        var names = names
        var found: [ChannelConfiguration] = []
        while !names.isEmpty {
            let name = names.removeFirst()
            guard !found.contains(where: { $0.name == name }) else { continue }
            let channel = configurations.first { $0.name == name } ?? ChannelConfiguration(named: name)
            found.append(channel)
            if let other = channel.fallback?.channel { names.append(other) }
        }
        return found
    }
}

/// The settings that have a key of their own.
public enum SettingKey: String, Sendable, Hashable, CaseIterable {
    /// Whether reminders are planned.
    case enabled
    /// When reminders come.
    case time
    /// On which weekdays.
    case days
    /// Whether on rest days.
    case restDays = "rest-days"
    /// For how many days ahead.
    case horizon
    /// How late at most.
    case grace
    /// How long a snooze lasts.
    case snooze
    /// Whether a reminder without an answer is sent once more.
    case followUp = "follow-up"
    /// How long after its begin a workout is asked about.
    case unfinished
    /// When nothing is to be heard.
    case quietHours = "quiet-hours"
    /// In which language.
    case language
    /// The user's own texts.
    case texts
    /// Whether a workout's reminder says more than its name.
    case details
    /// In which zone.
    case timezone
    /// Through which channels.
    case channels
    /// How channels are set up.
    case configure
}
