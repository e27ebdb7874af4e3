/// What the athlete did.
package enum ActivityKind: Sendable, Hashable {
    case running, cycling, swimming, rowing, walking, hiking, strength
    /// Another kind; its code, such as `alpine-skiing`.
    case other(String)

    /// The kind's stable code.
    package var code: String {
        switch self {
        case .running: "running"
        case .cycling: "cycling"
        case .swimming: "swimming"
        case .rowing: "rowing"
        case .walking: "walking"
        case .hiking: "hiking"
        case .strength: "strength"
        case .other(let code): code
        }
    }

    /// The words that decide on a kind, in any place of a sport's name.
    private static let words: [String: ActivityKind] = [
        "run": .running, "running": .running, "jogging": .running, "treadmill": .running,
        "cycling": .cycling, "biking": .cycling, "bike": .cycling, "ride": .cycling, "bicycle": .cycling,
        "swim": .swimming, "swimming": .swimming,
        "rowing": .rowing,
        "walk": .walking, "walking": .walking,
        "hike": .hiking, "hiking": .hiking,
        "strength": .strength, "weightlifting": .strength,
    ]

    /// Decisive words that mean something else in these names.
    private static let others: Set<String> = ["wheelchair-push-walk", "wheelchair-push-run", "swim-run", "swimrun"]

    /// The kind that a file names, in the ways of several programs: `trail_running`, `Biking`, `VirtualRide`.
    ///
    /// A name without letters and digits is that of an unknown kind, `other`.
    package init(named name: String) {
        let words = ActivityKind.words(of: name)
        let code = words.joined(separator: "-")
        let kinds = Set(words.compactMap { ActivityKind.words[$0] })
        if let kind = kinds.first, kinds.count == 1, !ActivityKind.others.contains(code) {
            self = kind
        } else {
            self = .other(code.isEmpty ? "other" : code)
        }
    }

    /// The kind of a FIT session by its numbers.
    init(sport: Int?, subSport: Int?) {
        let generic = [nil, 0, 4, 10, 254]
        if generic.contains(sport), let name = FITNames.indoorSports[subSport ?? 0] {
            self.init(named: name)
        } else if let sport {
            self.init(named: FITNames.sport(sport) ?? "sport \(sport)")
        } else {
            self = .other("other")
        }
    }

    /// The words of a name in lower case, of at most 64 bytes; a capital letter after a small one begins a word.
    ///
    /// Only ASCII letters and digits count.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isAfterSmall = false
        for byte in name.utf8.prefix(64) {
            let letter = Unicode.Scalar(byte)
            let isCapital = (0x41...0x5A).contains(byte)
            let isPart = isCapital || (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
            if !word.isEmpty, !isPart || (isCapital && isAfterSmall) {
                words.append(word)
                word = ""
            }
            if isPart { word.unicodeScalars.append(isCapital ? Unicode.Scalar(byte + 0x20) : letter) }
            isAfterSmall = isPart && !isCapital
        }
        return word.isEmpty ? words : words + [word]
    }
}
