import Localization
import Testing
import Training

@Suite struct ExerciseTermsTests {
    /// `exercise list --muscle` accepts these names, so each must name one muscle group.
    @Test(arguments: Language.allCases)
    func everyMuscleAndEquipmentHasItsOwnName(language: Language) {
        let catalog = MessageCatalog(language)
        let muscles = MuscleGroup.allCases.map { NameKey.of(catalog.name($0)) }
        let equipment = Equipment.allCases.map { NameKey.of(catalog.name($0)) }
        #expect(Set(muscles).count == muscles.count && !muscles.contains(""))
        #expect(Set(equipment).count == equipment.count && !equipment.contains(""))
    }

    @Test(arguments: Language.allCases)
    func exercisesHaveNamesInEveryLanguage(language: Language) {
        #expect(language.ofNames.rawValue == language.rawValue)
        #expect(NameLanguage.allCases.count == Language.allCases.count)
    }
}
