/// What a command reminds of that does nothing else.
struct HomemadeReminder: Hashable {
    let title: String
    let notes: String?

    /// A reminder with a title and more to say.
    init(title: String, notes: String) throws(MigrationObstacle) {
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let notes = notes.trimmed
        guard !title.isEmpty else { throw .noText }
        guard title.count <= UserReminder.longestTitle else { throw .longText }
        self.title = title
        self.notes = notes.isEmpty || notes == title ? nil : notes
    }

    /// A reminder of a text: its first line, and the rest.
    init(text: String) throws(MigrationObstacle) {
        let text = text.trimmed
        let end = text.firstIndex(where: \.isNewline) ?? text.endIndex
        try self.init(title: String(text[..<end]), notes: String(text[end...]))
    }

    /// What a script reminds of; nil where it does not remind.
    ///
    /// - Parameters:
    ///   - audience: who the user is, and whom cron or at mails what the script prints.
    ///   - input: what cron gives its first command to read.
    /// - Throws: why a script that reminds is not only that, or cannot be told without running it.
    static func read(_ deeds: [[ShellDeed]], for audience: Audience, input: String? = nil)
        throws(MigrationObstacle) -> HomemadeReminder?
    {
        if deeds.count == 1 { return try HomemadeReminder.read(deeds[0], audience, input) }
        for pipeline in deeds where pipeline.last?.name.map(unmistakable.contains) == true { throw .doesMore }
        return nil
    }

    private static let unmistakable: Set<String> = ["notify-send", "wall", "write"]
    private static let mailers: Set<String> = ["mail", "mailx", "bsd-mailx", "s-nail"]

    private static func read(_ pipeline: [ShellDeed], _ audience: Audience, _ input: String?)
        throws(MigrationObstacle) -> HomemadeReminder?
    {
        guard let last = pipeline.last, let name = last.name else { return nil }
        let isUnmistakable = unmistakable.contains(name)
        let spoken: String?
        switch pipeline.count {
        case 1:
            switch last.input {
            case .text(let text)?: spoken = text
            case .file?: spoken = nil
            case nil: spoken = input ?? ""
            }
        case 2:
            guard let speaker = pipeline.first, speaker.speaks, speaker.output == nil else { return nil }
            spoken = speaker.spokenText
        default: return nil
        }
        if pipeline.contains(where: \.doesMore) {
            if isUnmistakable { throw .doesMore }
            return nil
        }
        if isUnmistakable || mailers.contains(name) {
            // What the shell would have to make is told before anything is asked of it.
            guard !last.hasMadeArguments, last.input != .text(nil) else { throw .madeText }
        }
        switch name {
        case "notify-send": return try notification(last)
        case "wall": return try broadcast(last, spoken)
        case "write":
            // A user, and maybe their terminal.
            guard let recipient = last.arguments.first, last.arguments.count <= 2 else { return nil }
            try audience.require(recipient)
            return try HomemadeReminder(text: try known(spoken))
        case _ where mailers.contains(name): return try mail(last, spoken, audience)
        case _ where pipeline.count == 1 && last.speaks && last.isShown:
            guard let text = last.spokenText, !text.trimmed.isEmpty else { return nil }
            if !last.isOnTerminal { try audience.requireMailed() }
            return try HomemadeReminder(text: text)
        default: return nil
        }
    }

    private static func known(_ text: String?) throws(MigrationObstacle) -> String {
        guard let text else { throw .madeText }
        return text
    }

    /// `notify-send [options] TITLE [BODY]`.
    private static func notification(_ deed: ShellDeed) throws(MigrationObstacle) -> HomemadeReminder {
        let words = try CommandWords(
            deed,
            flags: ["e", "w", "p", "transient", "wait", "print-id"],
            valued: [
                "u", "t", "a", "i", "c", "h", "r", "A", "n", "urgency", "expire-time", "app-name", "icon", "app-icon",
                "category", "hint", "replace-id", "action",
            ]
        )
        guard let title = words.operands.first else { throw .noText }
        // What it prints is kept in a file.
        let prints = ["p", "print-id", "A", "action"].contains(where: words.has)
        guard words.operands.count <= 2, !prints || deed.output == nil else { throw .doesMore }
        // notify-send reads the body's escapes, and leaves the title as it is (g_strcompress in notify-send.c).
        let body = words.operands.count == 2 ? try known(words.operands[1]) : ""
        return try HomemadeReminder(title: try known(title), notes: body.readingEscapes)
    }

    /// `wall [options] [TEXT … | FILE]`.
    private static func broadcast(_ deed: ShellDeed, _ spoken: String?) throws(MigrationObstacle) -> HomemadeReminder {
        let words = try CommandWords(deed, flags: ["n", "nobanner"], valued: ["t", "g", "timeout", "group"])
        guard !words.has("g"), !words.has("group") else { throw .severalRecipients }
        guard !words.operands.isEmpty else { return try HomemadeReminder(text: try known(spoken)) }
        var texts: [String] = []
        for operand in words.operands { texts.append(try known(operand)) }
        // A single word may be the name of a file, whose text is what is said.
        guard texts.count > 1 || !texts[0].hasPrefix("/") else { throw .madeText }
        return try HomemadeReminder(text: texts.joined(separator: " "))
    }

    /// `mail -s SUBJECT RECIPIENT`.
    private static func mail(_ deed: ShellDeed, _ spoken: String?, _ audience: Audience)
        throws(MigrationObstacle) -> HomemadeReminder?
    {
        let words = try CommandWords(deed, flags: ["v", "n", "E", "i", "I", "B"], valued: ["s", "r", "c", "b"])
        // Without a recipient it reads the mailbox.
        guard !words.operands.isEmpty else { return nil }
        guard words.operands.count == 1, !words.has("c"), !words.has("b") else { throw .severalRecipients }
        try audience.require(words.operands[0])
        let text = try known(spoken)
        guard words.has("s") else { return try HomemadeReminder(text: text) }
        return try HomemadeReminder(title: try known(words.value(of: "s")), notes: text)
    }
}

extension ShellDeed {
    /// Whether it only says something.
    fileprivate var speaks: Bool { name == "echo" || name == "printf" }

    /// Whether someone sees what it says: on a terminal, or by the mail that cron and at send.
    fileprivate var isShown: Bool {
        output.map { $0 == .standardError } ?? true || isOnTerminal
    }

    /// Whether it says it on a terminal that is named.
    fileprivate var isOnTerminal: Bool { output?.isTerminal ?? false }
}

extension String {
    /// The text without blanks around it.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
