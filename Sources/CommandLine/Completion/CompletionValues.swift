import CivilTime
import Platform
import ImportedJobs
import Ledger
import Localization
import Progress
import Reminders
import Session
import SystemPackage
import Training
import Triggers
import UseCases

/// The values of each kind of argument.
struct CompletionValues {
    private let sources: CompletionSources
    private var workspace: Workspace { sources.workspace }

    init(_ context: Context, _ options: LaunchOptions) throws(CommandError) {
        do { sources = try CompletionSources(context, options) } catch {
            guard case .noHome = error else { throw error }
            // Without a home there are no files of the user's, but there is what came with antrain.
            var options = options
            options.config = options.config ?? "/dev/null/settings.yaml"
            options.dataDir = options.dataDir ?? "/dev/null"
            sources = try CompletionSources(context, options)
        }
    }

    /// The possible values of an argument.
    ///
    /// - Parameters:
    ///   - kind: the kind of the argument.
    ///   - typed: what is typed of it.
    ///   - words: the arguments before it.
    func candidates(of kind: ValueKind, typed: String, after words: [String] = []) -> [Candidate] {
        switch kind {
        case .setting: SettingKey.allCases.map { Candidate($0.rawValue) }
        case .settingValue: words.count == 1 ? values(ofSetting: words[0], typed) : []
        case .settingAssignment: assignments(typed)
        case .program: shippedPrograms
        case .knownProgram: activePrograms + shippedPrograms
        case .editableProgram, .activeProgram: activePrograms
        case .exercise: exercises(typed)
        case .gym: (sources.settings?.gyms.names ?? []).map { Candidate($0) }
        case .muscle: MuscleGroup.allCases.map { Candidate($0.rawValue, noted($0.rawValue, sources.words.name($0))) }
        case .equipment: Equipment.allCases.map { Candidate($0.rawValue, noted($0.rawValue, sources.words.name($0))) }
        case .channel, .pluginOrLibrary: channels
        case .channelKind: channels + ChannelKind.presets.map { Candidate($0.name, "\($0.plugin) preset") }
        case .configuredChannel: configuredChannels
        case .channels: ListCompletion.candidates(typed, among: channels)
        case .ownPlugin:
            workspace.pluginPath.plugins.filter { $0.path.starts(with: workspace.paths.plugins) }.map {
                Candidate($0.name)
            }
        case .ownReminder: ownReminders
        case .openReminder: references(sources.unanswered + sources.pending, typed) + ownReminders
        case .pendingReminder: references(sources.pending, typed) + ownReminders
        case .anyReminder: references(sources.past.reversed() + sources.pending, typed) + ownReminders
        case .lift: lifts
        case .programDay: sources.programs.flatMap { $0.days.map { Candidate($0.id, $0.name) } }
        case .programExercise: programExercises
        case .workoutExercise: programExercises.map { Candidate($0.value + "=", $0.note) }
        case .replaceableExercise: replaceable.map { Candidate($0.id, $0.name) }
        case .alternative:
            replaceable.flatMap(\.substitutes).map { Candidate($0.exercise.id, $0.exercise.name) }
                + replaceable.map { Candidate($0.id, $0.name) }
        case .logEntry: sources.log.suffix(20).reversed().map { Candidate("\($0.number)", "\($0.date) \($0.name)") }
        case .date: dates
        case .timeOfDay: ["06:30", "07:30", "12:00", "18:00", "9pm"].map { Candidate($0) }
        case .moment: ["07:30", "9pm", "today 6pm", "tomorrow 9am", "fri 19:00"].map { Candidate($0) }
        case .span: ["15m", "30m", "1h", "2h", "4h", "1d"].map { Candidate($0) }
        case .weekdays: ListCompletion.weekdays(typed)
        case .zone:
            [Candidate("system", "the system's time zone")]
                + ZoneDatabase.system(environment: workspace.context.environment).names.map { Candidate($0) }
        case .repetition: repetitions(typed)
        case .crontabLine: moves { if case .crontabLine(let number) = $0 { number } else { nil } }
        case .atJob: moves { if case .atJob(let number) = $0 { number } else { nil } }
        }
    }

    private func values(ofSetting name: String, _ typed: String) -> [Candidate] {
        guard let key = SettingKey(rawValue: name) else { return [] }
        let values: [String]
        switch key {
        case .enabled, .restDays, .oneADay, .records, .details: values = ["on", "off"]
        case .time: return candidates(of: .timeOfDay, typed: typed) + ["suggest", "default"].map { Candidate($0) }
        case .days: return ListCompletion.weekdays(typed)
        case .horizon: values = ["7", "14", "30"]
        case .grace, .snooze: values = ["15m", "30m", "1h", "2h", "4h"]
        case .followUp, .unfinished: values = ["30m", "1h", "2h", "off"]
        case .evidence: values = ["on", "off"]
        case .quietHours, .calendarFile, .daysOff, .heartbeat: values = ["off"]
        case .logging: values = ["journal", "off"]
        case .summary: values = ["sun 18:00", "mon 7am", "on", "off"]
        case .milestones:
            values = [Settings.usualMilestones.map(String.init).joined(separator: ","), "on", "off"]
        case .streakWarning: values = ["18:00", "19:00", "8pm", "off"]
        case .keep: values = ["1y", "2y", "all"]
        case .language: values = Language.allCases.map(\.rawValue) + ["auto"]
        case .timezone: return candidates(of: .zone, typed: typed)
        case .channels: return candidates(of: .channels, typed: typed)
        case .gym: return candidates(of: .gym, typed: typed)
        case .texts, .configure, .equipment, .gyms: return []
        }
        return (values + ["default"]).map { Candidate($0) }
    }

    private func assignments(_ typed: String) -> [Candidate] {
        guard let equals = typed.firstIndex(of: "=") else {
            return SettingKey.allCases.map { Candidate($0.rawValue + "=") }
        }
        return values(ofSetting: String(typed[..<equals]), String(typed[typed.index(after: equals)...])).map {
            Candidate(typed[...equals] + $0.value, $0.note)
        }
    }

    private var shippedPrograms: [Candidate] { workspace.installation.programs.map { Candidate($0.name) } }

    private var activePrograms: [Candidate] {
        sources.activations.map { Candidate($0.programID, "active since \($0.start)") }
    }

    /// The exercises' IDs; if none begins with what is typed, their names in the user's language.
    private func exercises(_ typed: String) -> [Candidate] {
        let language = sources.words.language.ofNames
        let exercises = sources.exercises
        let ids = exercises.map { Candidate($0.id, noted($0.id, $0.name(in: language))) }
        guard !typed.isEmpty, !ids.contains(where: { $0.value.hasPrefix(typed) }) else { return ids }
        return exercises.map { Candidate($0.name(in: language), $0.id) }
    }

    /// A name as the note of an ID; empty if it says the same.
    private func noted(_ id: String, _ name: String) -> String { NameKey.of(id) == NameKey.of(name) ? "" : name }

    private var lifts: [Candidate] {
        let shipped = workspace.installation.programs.compactMap { try? workspace.programFile($0.path.string) }
            .compactMap { ProgramReader.read($0.source).program }
        var seen: Set<String> = []
        return (sources.programs + shipped).flatMap { program in
            program.lifts.sorted { $0.key < $1.key }.filter { seen.insert($0.key).inserted }
                .map { Candidate($0.key, $0.value.name) }
        }
    }

    private var programExercises: [Candidate] {
        sources.programs.flatMap { program in program.exerciseIDs.map { Candidate($0, program.name) } }
    }

    private var replaceable: [Exercise] {
        sources.programs.flatMap { $0.days.flatMap(\.exercises) }.filter { !$0.substitutes.isEmpty }
    }

    private var configuredChannels: [Candidate] {
        let settings = sources.settings ?? .defaults
        let unused = settings.configurations.map(\.name).filter { !settings.channels.contains($0) }
        return settings.channels.map { Candidate($0, "in use") } + unused.map { Candidate($0) }
    }

    private var channels: [Candidate] {
        let inUse = sources.settings?.configurations.map(\.name) ?? []
        let ofPrograms = sources.activations.flatMap { $0.channels ?? [] }
        return (inUse + ofPrograms).map { Candidate($0, "channel") }
            + workspace.pluginPath.plugins.map { Candidate($0.name, "plugin") }
    }

    private var ownReminders: [Candidate] { sources.reminders.map { Candidate("\($0.number)", $0.title) } }

    /// The ids of notifications, or their links if the user began to type a link.
    private func references(_ notifications: [PlannedNotification], _ typed: String) -> [Candidate] {
        let isLink = typed.hasPrefix("antrain:")
        return notifications.map { Candidate(isLink ? $0.link : $0.id.rawValue, $0.summary) }
    }

    private var dates: [Candidate] {
        let today = sources.now.flatMap { now in sources.zone?.civil(at: now).date }
        let names = ["today", "tomorrow", "yesterday"] + Weekday.allCases.map(\.name)
        return names.map { name in
            Candidate(name, today.flatMap { try? CivilDate(typed: name, today: $0).description } ?? "")
        }
    }

    private func repetitions(_ typed: String) -> [Candidate] {
        let weekly = "weekly:"
        if typed.hasPrefix(weekly) {
            return ListCompletion.weekdays(String(typed.dropFirst(weekly.count))).map { Candidate(weekly + $0.value) }
        }
        return [
            "once", "daily", "weekdays", "weekends", weekly, "monthly", "monthly:1", "monthly:last", "monthly:1st mon",
            "monthly:last fri", "training-days", "rest-days", "days-before-training",
        ].map { Candidate($0) }
    }

    private func moves(_ number: (Migration.Source) -> Int?) -> [Candidate] {
        guard let zone = sources.zone, let now = sources.now,
            let migration = try? MigrationSources(workspace, isQuiet: true).migration(zone: zone, now: now)
        else { return [] }
        return migration.moves.compactMap { move in number(move.source).map { Candidate("\($0)", move.text) } }
    }
}

/// Completes the last item of a comma-separated list; the candidates are whole lists.
private enum ListCompletion {
    /// The list followed by each item that it does not contain yet.
    static func candidates(_ typed: String, among items: [Candidate]) -> [Candidate] {
        let (list, _) = parts(typed)
        let present = Set(list.split(separator: ",").map(String.init))
        return items.filter { !present.contains($0.value) }.map { Candidate(list + $0.value, $0.note) }
    }

    /// Weekdays, ranges of weekdays, and the names of sets of weekdays.
    static func weekdays(_ typed: String) -> [Candidate] {
        let (list, last) = parts(typed)
        if let dash = last.firstIndex(of: "-") {
            return Weekday.allCases.map { Candidate(list + last[...dash] + $0.abbreviation, $0.name) }
        }
        let present = (try? WeekdaySet(parsing: list)) ?? .none
        let days = Weekday.allCases.filter { !present.contains($0) }.map { day in
            // A name that is already longer than its abbreviation is completed in full.
            let isLong = last.count > day.abbreviation.count && day.name.hasPrefix(last.lowercased())
            return Candidate(list + (isLong ? day.name : day.abbreviation), day.name)
        }
        return days + (list.isEmpty ? ["weekdays", "weekends", "all"].map { Candidate($0) } : [])
    }

    /// The part before the last item, including the comma, and the typed part of the last item.
    private static func parts(_ typed: String) -> (list: String, last: Substring) {
        guard let comma = typed.lastIndex(of: ",") else { return ("", typed[...]) }
        let start = typed.index(after: comma)
        return (String(typed[..<start]), typed[start...])
    }
}
