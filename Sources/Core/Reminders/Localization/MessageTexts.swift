/// The texts of the catalog, with one file per language.
enum MessageTexts {
    /// The texts of a language; they are parsed on first use.
    static func templates(_ language: Language) -> [MessageKey: TextTemplate] {
        switch language {
        case .english: englishTemplates
        case .german: germanTemplates
        case .spanish: spanishTemplates
        case .french: frenchTemplates
        case .turkish: turkishTemplates
        }
    }

    private static let englishTemplates = english.mapValues(TextTemplate.init)
    private static let germanTemplates = german.mapValues(TextTemplate.init)
    private static let spanishTemplates = spanish.mapValues(TextTemplate.init)
    private static let frenchTemplates = french.mapValues(TextTemplate.init)
    private static let turkishTemplates = turkish.mapValues(TextTemplate.init)
}
