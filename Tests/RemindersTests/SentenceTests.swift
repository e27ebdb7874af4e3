import CivilTime
import Localization
import Planning
import Testing
import Training

/// Sentences whose wording depends on the values that are filled in.
@Suite struct SentenceTests {
    /// The sentence about a missed Monday workout that moves to the next Monday.
    private func missed(_ policy: String, _ language: Language) throws -> String {
        let monday = try program(schedule: "{mode: weekdays, monday: push, on-missed: \(policy)}")
        let active = ActiveProgram(
            program: monday,
            start: try date("2026-11-23"),
            trainingDays: .all,
            completions: [Completion(date: try date("2026-11-23"), dayID: "push")]
        )
        let zone = try zones.zone(named: "Europe/Berlin")
        let input = PlanInput(
            programs: [active],
            settings: settings(),
            zone: zone,
            now: try Instant(parsing: "2026-12-02T12:00", in: zone)
        )
        let day = try #require(input.missedDays.first)
        return MessageCatalog(language).missed(day, today: input.today)
    }

    @Test(arguments: [
        (Language.english, "Push (Mon 30 Nov) was missed and moves to Mon 7 Dec; later workouts move back"),
        (.german, "Push (Mo 30. Nov) wurde verpasst und findet am Mo 7. Dez statt; spätere Trainings verschieben sich"),
        (.spanish, "Push (lun 30 nov) no se hizo y se hará el lun 7 dic; los entrenamientos siguientes se retrasan"),
        (
            .french,
            "séance manquée\u{202F}: Push (lun. 30 nov.), reportée le lun. 7 déc.\u{202F}; les séances suivantes sont décalées"
        ),
        (.turkish, "Push (30 Kas Pzt) kaçırıldı, yeni günü: 7 Ara Pzt; sonraki antrenmanlar da kayar"),
    ])
    func aMissedWorkoutMovesToADate(language: Language, sentence: String) throws {
        #expect(try missed("shift", language) == sentence)
    }

    @Test(arguments: [
        (Language.german, "wird am Mo 7. Dez anstelle"), (.spanish, "se repite el lun 7 dic en"),
        (.french, "refaite le lun. 7 déc. à"),
    ])
    func aMissedWorkoutComesAgainOnADate(language: Language, part: String) throws {
        #expect(try missed("repeat", language).contains(part))
    }

    @Test(arguments: [
        (Language.english, "tomorrow at 07:30", "Wed 2 Dec at 07:30"), (.german, "morgen um", "am Mi 2. Dez um"),
        (.spanish, "mañana a las", "el mié 2 dic a las"), (.french, "demain à", "le mer. 2 déc. à"),
        (.turkish, "yarın 07:30'da", "2 Ara Çar 07:30'da"),
    ])
    func aMomentInASentence(language: Language, tomorrow: String, later: String) throws {
        let words = MessageCatalog(language)
        let moment = CivilDateTime(date: try date("2026-12-02"), time: try time("07:30"))
        #expect(words.onMoment(moment, today: try date("2026-12-01")).hasPrefix(tomorrow))
        #expect(words.onMoment(moment, today: try date("2026-11-30")).hasPrefix(later))
    }

    @Test(arguments: [
        (["Push", "Isométrico"], "Push e Isométrico"), (["Push", "Pull", "Hipertrofia"], "Push, Pull e Hipertrofia"),
        (["Push", "Íntegro"], "Push e Íntegro"), (["Fuego", "Hielo"], "Fuego y Hielo"),
        (["Push", "HIIT"], "Push y HIIT"),
        (["Push", "Hip Thrust"], "Push y Hip Thrust"), (["Isométrico", "Pull"], "Isométrico y Pull"),
        (["Push", "Yoga"], "Push y Yoga"), (["Inferior"], "Inferior"), (["Push", "Ironman"], "Push y Ironman"),
    ])
    func spanishSaysEBeforeI(names: [String], joined: String) {
        #expect(MessageCatalog(.spanish).joined(names) == joined)
        #expect(!MessageCatalog(.english).joined(names).contains(" e "))
    }

    /// French has a narrow space before `;` and `:` in each text.
    @Test func frenchPunctuationHasANarrowSpace() {
        for key in MessageKey.allCases {
            let text = MessageCatalog(.french).text(key)
            #expect(
                !text.contains(" ;") && !text.contains(" :") && !text.contains(" !") && !text.contains(" ?"),
                "\(key)"
            )
        }
    }
}
