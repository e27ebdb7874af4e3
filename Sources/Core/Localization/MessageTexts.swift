/// The texts of the catalog, with one file per language.
enum MessageTexts {
    /// The text of a language; nil if it has none for the key.
    ///
    /// A command shows few of the texts, so each is parsed when it is used.
    static func template(_ key: MessageKey, _ language: Language) -> TextTemplate? {
        texts(language)[key].map(TextTemplate.init)
    }

    private static func texts(_ language: Language) -> [MessageKey: String] {
        switch language {
        case .english: english
        case .german: german
        case .spanish: spanish
        case .french: french
        case .turkish: turkish
        }
    }
}
