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

/// The candidates for the word at the cursor.
struct CompletionReply {
    enum Paths {
        case none
        /// Folders, and files with one of these extensions; all files if the list is empty.
        case files([String])
        case folders
    }

    var candidates: [Candidate] = []
    var paths = Paths.none
    /// Whether more text may follow a candidate without a space, as in a list.
    var isOpenEnded = false
    /// The text before the value in the same word, such as `--date=`.
    var attached = ""

    /// The candidates without duplicates, control characters, and values that a user cannot type.
    var printable: [Candidate] {
        var seen: Set<String> = []
        return candidates.filter { candidate in
            !candidate.value.isEmpty && !candidate.value.unicodeScalars.contains(where: \.isUnprintable)
                && seen.insert(candidate.value).inserted
        }
    }
}
