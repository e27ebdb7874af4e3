/// Prescribed sets as the ledger records them: in the notation of programs, with the kind of sets other than work sets, and after `~` the
/// load before it was rounded to the equipment.
///
///     warm-up 5 @ 40kg, 3x5 @ 60kg ~ 61.25kg, drop 10 @ 40kg
extension SetPrescription {
    private static let separator: Character = ","

    /// Sets as text that `parse(recorded:)` reads; rests and notes are left out, and so are computed loads that no one can lift.
    public static func recorded(_ sets: [SetPrescription]) -> String {
        sets.compactMap { set in
            [set, set.with(load: set.load), set.with(load: nil)].lazy.map(\.recorded).first { parse(one: $0) != nil }
        }.joined(separator: ", ")
    }

    /// Reads recorded sets; nil if the text is anything else.
    public static func parse(recorded text: String) -> [SetPrescription]? {
        guard !text.isEmpty else { return [] }
        var sets: [SetPrescription] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard let set = parse(one: String(sets.isEmpty ? part : part.dropFirst())),
                sets.isEmpty || part.first == " "
            else { return nil }
            sets.append(set)
        }
        return sets
    }

    private var recorded: String {
        (kind == .work ? "" : kind.rawValue + " ") + notation + (exactLoad.map { " ~ " + $0.notation } ?? "")
    }

    private static func parse(one text: String) -> SetPrescription? {
        let kind = Kind.allCases.first { $0 != .work && text.hasPrefix($0.rawValue + " ") } ?? .work
        let rest = kind == .work ? text[...] : text.dropFirst(kind.rawValue.utf8.count + 1)
        let parts = rest.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count <= 2, let sets = bytes(parts[0], SetNotation.parse) else { return nil }
        guard parts.count == 2 else { return sets.with(kind: kind) }
        guard let load = sets.load, let exact = bytes(parts[1], SetNotation.parseLoad) else { return nil }
        return sets.with(load: exact).rounded(to: load).with(kind: kind)
    }

    private static func bytes<Value>(
        _ text: Substring,
        _ parse: (UnsafeBufferPointer<UInt8>, WeightUnit) throws(SetNotation.Failure) -> Value
    ) -> Value? {
        Array(text.utf8).withUnsafeBufferPointer { try? parse($0, .kilograms) }
    }
}
