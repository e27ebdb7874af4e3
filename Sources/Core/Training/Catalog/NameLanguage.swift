/// A language in which exercises have names; the raw values are ISO 639-1 codes.
public enum NameLanguage: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case turkish = "tr"
}
