public import Training

extension Language {
    public var ofNames: NameLanguage {
        switch self {
        case .english: .english
        case .german: .german
        case .spanish: .spanish
        case .french: .french
        case .turkish: .turkish
        }
    }
}

extension MessageCatalog {
    /// The name of a muscle group, as in a list.
    public func name(_ muscle: MuscleGroup) -> String { ExerciseTerms.muscle(muscle).name(language) }

    /// The name of equipment, as in a list.
    public func name(_ equipment: Equipment) -> String { ExerciseTerms.equipment(equipment).name(language) }
}

/// The names of muscle groups and equipment in each language.
package struct ExerciseTerms {
    private let english: String
    private let german: String
    private let spanish: String
    private let french: String
    private let turkish: String

    private init(_ english: String, _ german: String, _ spanish: String, _ french: String, _ turkish: String) {
        self.english = english
        self.german = german
        self.spanish = spanish
        self.french = french
        self.turkish = turkish
    }

    func name(_ language: Language) -> String {
        switch language {
        case .english: english
        case .german: german
        case .spanish: spanish
        case .french: french
        case .turkish: turkish
        }
    }

    static func muscle(_ muscle: MuscleGroup) -> ExerciseTerms {
        switch muscle {
        case .chest: .init("chest", "Brust", "pecho", "pectoraux", "göğüs")
        case .frontDelts:
            .init("front delts", "vordere Schulter", "deltoides anterior", "deltoïdes antérieurs", "ön omuz")
        case .sideDelts:
            .init("side delts", "seitliche Schulter", "deltoides lateral", "deltoïdes latéraux", "yan omuz")
        case .rearDelts:
            .init("rear delts", "hintere Schulter", "deltoides posterior", "deltoïdes postérieurs", "arka omuz")
        case .triceps: .init("triceps", "Trizeps", "tríceps", "triceps", "arka kol")
        case .biceps: .init("biceps", "Bizeps", "bíceps", "biceps", "pazı")
        case .forearms: .init("forearms", "Unterarme", "antebrazos", "avant-bras", "ön kol")
        case .lats: .init("lats", "Latissimus", "dorsales", "grands dorsaux", "kanat")
        case .upperBack: .init("upper back", "oberer Rücken", "espalda alta", "haut du dos", "üst sırt")
        case .traps: .init("traps", "Trapezmuskel", "trapecio", "trapèzes", "trapez")
        case .lowerBack: .init("lower back", "unterer Rücken", "zona lumbar", "lombaires", "bel")
        case .abs: .init("abs", "Bauch", "abdominales", "abdominaux", "karın")
        case .obliques: .init("obliques", "seitlicher Bauch", "oblicuos", "obliques", "yan karın")
        case .glutes: .init("glutes", "Gesäß", "glúteos", "fessiers", "kalça")
        case .quadriceps: .init("quadriceps", "Quadrizeps", "cuádriceps", "quadriceps", "ön bacak")
        case .hamstrings: .init("hamstrings", "Beinbeuger", "isquiotibiales", "ischio-jambiers", "arka bacak")
        case .adductors: .init("adductors", "Adduktoren", "aductores", "adducteurs", "iç bacak")
        case .abductors: .init("abductors", "Abduktoren", "abductores", "abducteurs", "dış bacak")
        case .calves: .init("calves", "Waden", "gemelos", "mollets", "baldır")
        case .hipFlexors:
            .init(
                "hip flexors",
                "Hüftbeuger",
                "flexores de la cadera",
                "fléchisseurs de la hanche",
                "kalça fleksörleri"
            )
        case .neck: .init("neck", "Nacken", "cuello", "cou", "boyun")
        }
    }

    static func equipment(_ equipment: Equipment) -> ExerciseTerms {
        switch equipment {
        case .barbell: .init("barbell", "Langhantel", "barra", "barre", "halter")
        case .ezBar: .init("EZ bar", "SZ-Stange", "barra Z", "barre EZ", "Z bar")
        case .trapBar: .init("trap bar", "Trap Bar", "barra hexagonal", "trap bar", "trap bar")
        case .dumbbell: .init("dumbbell", "Kurzhantel", "mancuerna", "haltère", "dambıl")
        case .kettlebell: .init("kettlebell", "Kettlebell", "pesa rusa", "kettlebell", "kettlebell")
        case .plate: .init("weight plate", "Hantelscheibe", "disco", "disque", "ağırlık plakası")
        case .medicineBall: .init("medicine ball", "Medizinball", "balón medicinal", "médecine-ball", "sağlık topu")
        case .machine: .init("machine", "Maschine", "máquina", "machine", "makine")
        case .smithMachine: .init("Smith machine", "Multipresse", "máquina Smith", "barre guidée", "Smith makinesi")
        case .cable: .init("cable", "Kabelzug", "polea", "poulie", "kablo")
        case .band: .init("band", "Widerstandsband", "banda elástica", "élastique", "direnç bandı")
        case .suspension:
            .init(
                "rings or suspension trainer",
                "Ringe oder Schlingentrainer",
                "anillas o TRX",
                "anneaux ou sangles",
                "halka veya TRX"
            )
        case .bodyweight: .init("bodyweight", "Körpergewicht", "peso corporal", "poids du corps", "vücut ağırlığı")
        case .sled: .init("sled", "Schlitten", "trineo", "traîneau", "kızak")
        case .cardioMachine:
            .init("cardio machine", "Cardiogerät", "máquina de cardio", "appareil de cardio", "kardiyo aleti")
        case .none: .init("none", "keins", "ninguno", "aucun", "yok")
        case .other: .init("other", "anderes", "otro", "autre", "diğer")
        }
    }
}
