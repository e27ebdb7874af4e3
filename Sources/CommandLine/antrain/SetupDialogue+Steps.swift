import CivilTime
import Delivery
import Ledger
import Localization
import Planning
import Platform
import Progress
import Reminders
import Results
import RunnerProtocol
import Session
import Training
import Triggers
import UseCases

/// The steps of `antrain setup`.
extension SetupDialogue {
    // MARK: Program

    func chooseProgram() throws(CommandError) {
        let days = ask("How many days a week do you train? 1 to 7 [any]", default: .some(nil)) {
            (text) throws(CommandError) -> ProgramListing.Condition? in
            guard let days = Int(text) else {
                throw .badOption(name: "number of days", value: text, reason: "expected a number from 1 to 7")
            }
            return try ProgramFilter.condition(days: days, "number of days")
        }
        guard let days else { return }
        let levels = ProgramLevel.allCases.map(\.rawValue).joined(separator: ", ")
        let level = ask("Level: \(levels) [any]", default: .some(nil)) {
            (text) throws(CommandError) -> ProgramListing.Condition? in
            let near = ProgramLevel.allCases.map(\.rawValue).filter { $0.hasPrefix(text.lowercased()) }
            return try ProgramFilter.condition(level: near.count == 1 ? near[0] : text, "level")
        }
        guard let level else { return }
        let workspace = try Workspace(context, launch)
        var list = try ProgramListing(workspace, [days, level].compactMap { $0 }).result()
        if list.shippedIDs.isEmpty {
            say("No program matches; here are all programs.")
            list = try ProgramListing(workspace, []).result()
        }
        show(list.numbered(style, columns: context.output.columns))
        let ids = list.shippedIDs
        _ = ask("Which program? Number, name or file") { (text) throws(CommandError) in
            let number = Int(text)
            if let number, !ids.indices.contains(number - 1) {
                throw .badOption(name: "number", value: text, reason: "expected 1 to \(ids.count)")
            }
            try activate(number.map { ids[$0 - 1] } ?? text)
        }
    }

    private func activate(_ name: String) throws(CommandError) {
        let store = try store()
        var start: [String] = []
        // The activation reports the errors of a file that cannot be read.
        if let program = ProgramReader.read(try store.workspace.programFile(name).source).program {
            guard !store.session.programs.contains(where: { $0.program.id == program.id }) else {
                throw .misused("\(program.name) is active already; choose another program, or q to keep it")
            }
            let session = store.session
            if let (first, inOrder) = program.midweekStart(on: session.today, session.settings.days),
                first.dayID != inOrder.dayID || program.weeks.count > 1
            {
                guard let waits = waits(for: inOrder, insteadOf: first, program, session) else { return }
                start = ["--start", "\(waits ? inOrder.date : session.today)"]
            }
        }
        guard
            let command = Antrain.command(["program", "activate"] + start + ["--", name], launch)
                as? ProgramActivateCommand
        else { throw .noProgram(name, near: nil) }
        try command.activate(context.forAnotherCommand, asksForReminders: false)
    }

    /// Whether a program that would begin in the middle of its week starts with its next week; nil if the user skips the question.
    private func waits(for first: Occurrence, insteadOf other: Occurrence, _ program: Program, _ session: Session)
        -> Bool?
    {
        let format = MessageCatalog.plain.format
        let day = format.date(first.date, today: session.today)
        say(
            "If \(program.name) starts this week, it begins with \(other.dayName) on "
                + "\(format.date(other.date, today: session.today)), and not with \(first.dayName)."
        )
        return ask("Start this week, or next on \(day)? this or next [next]", default: true) {
            (text) throws(CommandError) -> Bool in
            switch text.lowercased() {
            case "next", "n": return true
            case "this", "t": return false
            default: throw .badOption(name: "week", value: text, reason: "expected this or next")
            }
        }
    }

    func askForLoads() throws(CommandError) {
        let store = try store()
        for active in store.session.programs {
            guard store.session.openValues(of: active).open.isEmpty else {
                try store.askForValues(of: active.program)
                continue
            }
            say("\(active.program.name) has all its loads; to change one: antrain program load EXERCISE WEIGHT")
        }
    }

    // MARK: Days and time

    func chooseDays() throws(CommandError) {
        let store = try store()
        let own = store.session.facts.activations.filter { $0.days != nil }.map(\.programID)
        guard let active = store.session.programs.first(where: { !own.contains($0.program.id) }) else {
            for id in own {
                say("\(id) has its own days; to change them: antrain program activate \(id) --replace --days mon,thu")
            }
            return
        }
        let program = active.program
        guard program.schedule.takesDays else { return say("\(program.name) has fixed training days.") }
        let chosen = active.trainingDays.current
        let usual = chosen == .all ? program.schedule.usualDays ?? .all : chosen
        let question: String
        if let days = program.schedule.ownDays, chosen == .all {
            say("The workouts of \(program.name) are on \(days).")
            question = "Enter keeps these days, or type \(days.count) others"
        } else {
            say("The workouts of \(program.name) follow one another on your training days.")
            question = "Which days do you train? [\(usual)]"
        }
        while let days = ask(question, default: usual, Self.parsedDays) {
            switch store.askForDays([DaysChoice(program: program, days: days)], isSilent: false) {
            case .unasked, .keep: return try train(on: days, store)
            case .other(let others): return try train(on: others, store)
            case .cancel: continue
            }
        }
    }

    private static func parsedDays(_ text: String) throws(CommandError) -> WeekdaySet {
        // As a weekday, 3 is Wednesday, but here it means three days a week.
        guard Int(text) == nil else {
            throw .badOption(name: "days", value: text, reason: "name the weekdays, such as mon,wed,fri")
        }
        guard let days = try OptionValue.days(text, "days"), !days.isEmpty else {
            throw .badOption(name: "days", value: text, reason: "expected weekdays, such as mon,wed,fri")
        }
        return days
    }

    private func train(on days: WeekdaySet, _ store: Store) throws(CommandError) {
        try set([.days(days)])
        say("training days: \(days)")
        store.warnOfDays(
            store.session.daysChoices(settings: days).filter { choice in
                if case .untrained? = choice.conflict { false } else { true }
            }
        )
    }

    func chooseTime() throws(CommandError) {
        let session = try store().session
        let usual = session.input.usualTime(on: session.today)
        let time = ask("When should antrain remind you? [\(usual)]", default: usual) {
            (text) throws(CommandError) in
            let hour = Int(text).flatMap { (0...23).contains($0) ? $0 : nil }
            if let hour, (1...12).contains(hour) {
                throw .badOption(name: "time", value: text, reason: "type \(hour)am, \(hour)pm or a time such as 07:00")
            }
            guard let time = try OptionValue.time(hour.map { "\($0 < 10 ? "0" : "")\($0):00" } ?? text, "time") else {
                throw .badOption(name: "time", value: text, reason: "expected a time, such as 9pm or 21:00")
            }
            return time
        }
        guard let time else { return }
        // Enter keeps a time that follows the workouts.
        let keeps = session.settings.autoTime != nil && time == usual
        try set([.enabled(true)] + (keeps ? [] : [.time(time)]))
        say("reminders are on, at \(time)")
        for own in session.facts.activations where own.time != nil && own.time != time {
            say(
                "\(own.programID) keeps its own time; to change it: antrain program activate \(own.programID) --replace --time \(time)"
            )
        }
    }

    // MARK: Channel

    func chooseChannel() throws(CommandError) {
        repeat {
            let delivery = try PluginCatalog(context.forAnotherCommand, launch).delivery
            let names = try showChannels(delivery)
            let current = delivery.routed.first ?? names.first
            let channels = ask(
                "Which channel? Number or name, or several of them [\(current ?? "")]",
                default: current.map { [$0] }
            ) { (text) throws(CommandError) -> [String] in
                try text.split { $0 == "," || $0.isWhitespace }.map { (part) throws(CommandError) -> String in
                    if let number = Int(part), names.indices.contains(number - 1) { return names[number - 1] }
                    let name = String(part)
                    guard names.contains(name) else { throw OptionValue.unknown(name, "channel", among: names) }
                    return name
                }
            }
            guard let channels else { return }
            var isDone = false
            for channel in channels where !hasEnded {
                do throws(CommandError) {
                    if try has(channel, delivery) { isDone = true }
                } catch { context.report(error) }
            }
            if isDone || hasEnded { return }
        } while context.decision(on: "Choose another channel?", byDefault: true) ?? false
    }

    /// Adds a channel, or tests one in use.
    ///
    /// - Returns: whether the user is done with it: its test arrived, or the user skipped the question.
    private func has(_ channel: String, _ delivery: DeliveryService) throws(CommandError) -> Bool {
        let dialogue = ChannelDialogue(context.forAnotherCommand, launch)
        let result =
            delivery.settings.channels.contains(channel)
            ? try dialogue.test(channel) : try dialogue.add(AddingChannel.Request(kind: channel))
        guard let arrived = result.arrived, !hasEnded else { return result.delivered ?? false }
        if arrived { try note(seen: result.channel) }
        return arrived
    }

    /// Shows the channels to choose from: configured channels, plugins that need no values, and presets.
    private func showChannels(_ delivery: DeliveryService) throws(CommandError) -> [String] {
        let heartbeat = delivery.settings.heartbeat?.channel
        let metadata = PluginMetadataCache(delivery)
        var rows: [(name: String, state: String)] = []
        for channel in delivery.configurations where channel != heartbeat && !channel.isPath {
            let keys = try metadata.description(of: delivery.channel(channel))?.keys ?? []
            guard !channel.values.isEmpty || !keys.contains(where: \.isRequired) else {
                rows.append((channel.name, style.dim("asks for its address")))
                continue
            }
            let problem = try delivery.readiness(of: channel).problem
            rows.append((channel.name, problem.map { style.dim("not ready: \($0)") } ?? style.green("ready")))
        }
        for preset in ChannelKind.presets where !rows.contains(where: { $0.name == preset.name }) {
            rows.append((preset.name, style.dim("asks for its address")))
        }
        say("Where do you want your reminders?")
        let cells = rows.enumerated().map { place, row in
            [(place < 9 && rows.count > 9 ? "   " : "  ") + "\(place + 1)  \(row.name)", row.state]
        }
        show(TextTable.lines(cells, columns: context.output.columns).joined(separator: "\n") + "\n")
        return rows.map(\.name)
    }

    private func note(seen channel: String) throws(CommandError) {
        try store().workspace.remember { (ledger) throws(LedgerError) in
            let known = try ledger.reportedProblems(of: .seenChannels)
            try ledger.note(told: Set(known + [channel]).sorted(), of: .seenChannels)
        }
    }

    // MARK: Trigger

    mutating func chooseTrigger() throws(CommandError) {
        let remedies = try store().workspace.trigger().facts.remedies
        let rows = remedies.enumerated().map { ["  \($0 + 1)  \($1.rawValue)", $1.purpose] }
        say("To send reminders, antrain must be run regularly:")
        show(TextTable.lines(rows, columns: context.output.columns).joined(separator: "\n") + "\n")
        let remedy = ask("What should run it? [1]", default: remedies.first) { (text) throws(CommandError) in
            guard let number = Int(text), remedies.indices.contains(number - 1) else {
                throw .badOption(name: "number", value: text, reason: "expected 1 to \(remedies.count)")
            }
            return remedies[number - 1]
        }
        guard let remedy else { return }
        guard remedy != .daemon else {
            return say("Start it in another terminal and keep it running: antrain daemon")
        }
        // The user chose it, so it is no longer only an offer.
        context.offer.remedy = nil
        do throws(CommandError) {
            if try run(remedy.rawValue.split(separator: " ").dropFirst().map(String.init)) { return }
        } catch {
            context.report(error)
            if case .notConfirmed = error { return }
        }
        failures.append(SetupState.Command("antrain doctor", "find out why nothing runs antrain"))
    }
}
