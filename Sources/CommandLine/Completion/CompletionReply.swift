import Files
import Platform
import PrintableText
import SystemPackage

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
    enum PathKind {
        case none
        /// Folders, and files with one of these extensions; all files if the list is empty.
        case files([String])
        case folders

        /// The paths that begin with a text, for shells whose own file completion cannot be combined with other candidates.
        ///
        /// - Returns: paths that keep a `~/` at their beginning; nil if no paths are candidates.
        func found(_ typed: String, _ context: Context) -> [String]? {
            let extensions: [String]?
            switch self {
            case .none: return nil
            case .files(let wanted): extensions = wanted
            case .folders: extensions = nil
            }
            // By scalars: a slash with a combining mark is a different Swift character.
            let scalars = typed.unicodeScalars
            let start = scalars.lastIndex(of: "/").map(scalars.index(after:)) ?? scalars.startIndex
            let (folder, name) = (String(scalars[..<start]), String(scalars[start...]))
            let place = Paths.absolute(folder, context)
            return context.files.list(place).filter { entry in
                guard entry.hasPrefix(name), name.hasPrefix(".") || !entry.hasPrefix(".") else { return false }
                if context.files.isFolder(place.appending(entry)) { return true }
                guard let extensions else { return false }
                return extensions.isEmpty || extensions.contains { entry.hasSuffix("." + $0) }
            }.map { folder + $0 }
        }
    }

    var candidates: [Candidate] = []
    var paths = PathKind.none
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
