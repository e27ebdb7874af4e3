import PrintableText

/// A word that can be typed, with a note that some shells show next to it.
struct Candidate {
    let value: String
    let note: String

    init(_ value: String, _ note: String = "") {
        self.value = value
        self.note = note
    }
}

/// What can be typed instead of the word at the cursor.
struct CompletionReply {
    enum Paths {
        case none
        /// Files with one of these extensions, or all files if there are none; and folders.
        case files([String])
        case folders
    }

    var candidates: [Candidate] = []
    var paths = Paths.none
    /// Whether something may follow a candidate without a space, as in a list.
    var isOpenEnded = false
    /// What stands before the value in the same word, such as `--date=`.
    var attached = ""

    /// Each distinct candidate once, without those that a user cannot type or that would act on a terminal.
    var printable: [Candidate] {
        var seen: Set<String> = []
        return candidates.filter { candidate in
            !candidate.value.isEmpty && !candidate.value.unicodeScalars.contains(where: \.isUnprintable)
                && seen.insert(candidate.value).inserted
        }
    }
}
