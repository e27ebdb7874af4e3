import Localization
import Progress
import Testing
import Training

/// The words for a changed load, and the numbers in them.
@Suite struct LoadChangeTextTests {
    @Test(
        arguments: [
            (Language.german, nil, "2,5"), (.german, "CH", "2.5"), (.german, "AT", "2,5"), (.german, "US", "2,5"),
            (.spanish, nil, "2,5"), (.spanish, "MX", "2.5"), (.spanish, "AR", "2,5"), (.french, "CH", "2,5"),
            (.turkish, "TR", "2,5"), (.english, nil, "2.5"), (.english, "DE", "2.5"),
        ] as [(Language, String?, String)]
    )
    func numbersHaveTheDecimalSymbolOfTheirLocale(language: Language, territory: String?, number: String) {
        #expect(LocaleFormat(language, in: territory.flatMap { Territory(code: $0) }).numbers("2.5") == number)
    }

    @Test(
        arguments: [
            (Language.english, "same load: 24 of 25 repetitions"),
            (.german, "24 von 25 Wiederholungen"),
            (.spanish, "24 de 25 repeticiones"), (.french, "24 répétitions sur 25"), (.turkish, "24/25 tekrar"),
        ]
    )
    func theSumOfRepetitionsIsNamed(language: Language, expected: String) {
        let change = LoadChange(by: .zero, reason: .repGoal(reps: 24, of: 25))
        let text = MessageCatalog(language).loadChange(change, .kilograms)
        #expect(text.hasSuffix(expected), "\(text)")
    }

    @Test(
        arguments: [
            (
                Language.english,
                [
                    "+5 s: all sets completed", "-8 s: deload, failed twice at 1:15", "unchanged: failed once",
                    "+1 rep: all sets completed", "+500 m: week completed", "-10.25 kg: 19 in all sets",
                    "-2 reps: 7 in the worst set",
                ]
            ),
            (
                .german,
                [
                    "+5 s: alle Sätze geschafft", "-8 s: Deload, 1:15 zweimal nicht geschafft",
                    "unverändert: einmal nicht geschafft", "+1 Wdh.: alle Sätze geschafft", "+500 m: Woche geschafft",
                    "-10,25 kg: 19 in allen Sätzen", "-2 Wdh.: 7 im schlechtesten Satz",
                ]
            ),
        ]
    )
    func stepsOfSetsAreNamed(language: Language, expected: [String]) {
        let changes = [
            LoadChange(by: .amount(5, .seconds), reason: .completed),
            LoadChange(by: .amount(-8, .seconds), reason: .lowered(failures: 2, from: .amount(75, .seconds))),
            LoadChange(by: .amount(0, .reps), reason: .failed(times: 1, of: nil)),
            LoadChange(by: .amount(1, .reps), reason: .completed),
            LoadChange(by: .amount(500, .metres), reason: .completedWeek),
            LoadChange(by: .weight(Weight(thousandths: -10_250)), reason: .total(19)),
            LoadChange(by: .amount(-2, .reps), reason: .worst(7)),
        ]
        let words = MessageCatalog(language)
        #expect(changes.map { words.loadChange($0, .kilograms) } == expected)
    }

    private static let changes: [(by: Int, reason: LoadChange.Reason)] = [
        (2500, .completed), (2500, .completedWeek), (5000, .reachedTop), (0, .belowTop),
        (0, .failed(times: 1, of: nil)),
        (0, .failed(times: 2, of: 3)), (-7500, .deload(failures: 3, from: Weight(thousandths: 62_500))),
        (0, .nextStage(2)), (-10_000, .restarted), (2500, .amrap(reps: 1)), (5000, .amrap(reps: 8)),
        (5000, .completedCycle), (0, .failedCycle), (7500, .maxTest(Weight(thousandths: 107_500))), (0, .notTested),
        (2500, .topSet), (1500, .extraReps(1)), (9000, .extraReps(6)), (-9000, .startedOver), (0, .oneMoreRep),
        (2500, .rpe(75, of: 80)), (0, .unrated), (0, .rotated(from: "Dip", at: Weight(thousandths: 80_000))),
        (-7500, .rotated(from: "Dip", at: nil)),
    ]

    @Test(
        arguments: [
            (
                Language.english,
                [
                    "+2.5 kg: all sets completed", "+2.5 kg: week completed", "+5 kg: top of the range reached",
                    "same load: top of the range not yet reached", "same load: failed once",
                    "same load: failed twice; deload after 3 failures", "-7.5 kg: deload, failed 3 times at 62.5 kg",
                    "same load: failed, so set scheme 2 follows",
                    "-10 kg: last set scheme failed, so the first follows",
                    "+2.5 kg: 1 repetition in the AMRAP set", "+5 kg: 8 repetitions in the AMRAP set",
                    "+5 kg: cycle completed", "same load: a workout of the cycle failed",
                    "+7.5 kg: tested max 107.5 kg",
                    "same load: no result in the max test", "+2.5 kg: top set completed",
                    "+1.5 kg: 1 repetition above the target", "+9 kg: 6 repetitions above the target",
                    "-9 kg: back to the program's percentages", "same load: all sets completed, so one more repetition",
                    "+2.5 kg: top set at RPE 7.5, target 8", "same load: no RPE reported",
                    "rotation: Dip failed at 80 kg", "rotation, -7.5 kg: Dip failed",
                ]
            ),
            (
                .german,
                [
                    "+2,5 kg: alle Sätze geschafft", "+2,5 kg: Woche geschafft",
                    "+5 kg: Obergrenze der Wiederholungen erreicht",
                    "gleiche Last: Obergrenze der Wiederholungen noch nicht erreicht",
                    "gleiche Last: einmal nicht geschafft",
                    "gleiche Last: zweimal nicht geschafft; Deload nach 3 Fehlversuchen",
                    "-7,5 kg: Deload, 62,5 kg 3-mal nicht geschafft",
                    "gleiche Last: nicht geschafft, daher folgt Satzschema 2",
                    "-10 kg: letztes Satzschema nicht geschafft, daher folgt das erste",
                    "+2,5 kg: 1 Wiederholung im AMRAP-Satz", "+5 kg: 8 Wiederholungen im AMRAP-Satz",
                    "+5 kg: Zyklus geschafft", "gleiche Last: ein Training des Zyklus nicht geschafft",
                    "+7,5 kg: getestetes Maximum 107,5 kg",
                    "gleiche Last: kein Ergebnis im Maximaltest", "+2,5 kg: Topsatz geschafft",
                    "+1,5 kg: 1 Wiederholung über dem Ziel", "+9 kg: 6 Wiederholungen über dem Ziel",
                    "-9 kg: zurück zu den Prozentwerten des Programms",
                    "gleiche Last: alle Sätze geschafft, daher eine Wiederholung mehr",
                    "+2,5 kg: Topsatz mit RPE 7,5, Ziel 8", "gleiche Last: keine RPE angegeben",
                    "Rotation: Dip mit 80 kg nicht geschafft", "Rotation, -7,5 kg: Dip nicht geschafft",
                ]
            ),
            (
                .spanish,
                [
                    "+2,5 kg: todas las series completadas", "+2,5 kg: semana completada",
                    "+5 kg: máximo del rango de repeticiones alcanzado",
                    "misma carga: máximo del rango de repeticiones aún no alcanzado",
                    "misma carga: una vez sin completar",
                    "misma carga: dos veces sin completar; descarga tras 3 fallos",
                    "-7,5 kg: descarga, 3 veces sin completar 62,5 kg",
                    "misma carga: sin completar, sigue el esquema de series 2",
                    "-10 kg: último esquema de series sin completar, sigue el primero",
                    "+2,5 kg: 1 repetición en la serie AMRAP", "+5 kg: 8 repeticiones en la serie AMRAP",
                    "+5 kg: ciclo completado", "misma carga: un entrenamiento del ciclo sin completar",
                    "+7,5 kg: máximo probado: 107,5 kg",
                    "misma carga: sin resultado en el test de máximo", "+2,5 kg: serie más pesada completada",
                    "+1,5 kg: 1 repetición por encima del objetivo", "+9 kg: 6 repeticiones por encima del objetivo",
                    "-9 kg: se vuelve a los porcentajes del programa",
                    "misma carga: todas las series completadas, una repetición más",
                    "+2,5 kg: serie más pesada con RPE 7,5, objetivo 8", "misma carga: sin RPE indicado",
                    "rotación: Dip sin completar con 80 kg", "rotación, -7,5 kg: Dip sin completar",
                ]
            ),
            (
                .french,
                [
                    "+2,5 kg\u{202F}: toutes les séries réussies", "+2,5 kg\u{202F}: semaine réussie",
                    "+5 kg\u{202F}: haut de la plage de répétitions atteint",
                    "même charge\u{202F}: haut de la plage de répétitions pas encore atteint",
                    "même charge\u{202F}: échec une fois",
                    "même charge\u{202F}: échec deux fois\u{202F}; décharge après 3 échecs",
                    "-7,5 kg\u{202F}: décharge, échec 3 fois à 62,5 kg",
                    "même charge\u{202F}: échec, on passe au schéma de séries 2",
                    "-10 kg\u{202F}: échec du dernier schéma de séries, retour au premier",
                    "+2,5 kg\u{202F}: 1 répétition dans la série AMRAP",
                    "+5 kg\u{202F}: 8 répétitions dans la série AMRAP", "+5 kg\u{202F}: cycle réussi",
                    "même charge\u{202F}: une séance du cycle non réussie",
                    "+7,5 kg\u{202F}: maximum testé\u{202F}: 107,5 kg",
                    "même charge\u{202F}: pas de résultat au test de maximum",
                    "+2,5 kg\u{202F}: série la plus lourde réussie",
                    "+1,5 kg\u{202F}: 1 répétition au-dessus de l'objectif",
                    "+9 kg\u{202F}: 6 répétitions au-dessus de l'objectif",
                    "-9 kg\u{202F}: retour aux pourcentages du programme",
                    "même charge\u{202F}: toutes les séries réussies, une répétition de plus",
                    "+2,5 kg\u{202F}: série la plus lourde à RPE 7,5, objectif 8",
                    "même charge\u{202F}: aucun RPE indiqué",
                    "rotation\u{202F}: échec à l'exercice Dip à 80 kg",
                    "rotation, -7,5 kg\u{202F}: échec à l'exercice Dip",
                ]
            ),
            (
                .turkish,
                [
                    "+2,5 kg: tüm setler tamamlandı", "+2,5 kg: hafta tamamlandı",
                    "+5 kg: tekrar aralığının üst sınırına ulaşıldı",
                    "aynı yük: tekrar aralığının üst sınırına henüz ulaşılmadı", "aynı yük: bir kez tamamlanamadı",
                    "aynı yük: iki kez tamamlanamadı; 3 başarısız denemeden sonra deload",
                    "-7,5 kg: deload, 62,5 kg 3 kez tamamlanamadı",
                    "aynı yük: tamamlanamadı, sırada 2. set şeması var",
                    "-10 kg: son set şeması tamamlanamadı, ilk şemaya dönülüyor", "+2,5 kg: AMRAP setinde 1 tekrar",
                    "+5 kg: AMRAP setinde 8 tekrar", "+5 kg: döngü tamamlandı",
                    "aynı yük: döngünün bir antrenmanı tamamlanamadı",
                    "+7,5 kg: test edilen maksimum 107,5 kg",
                    "aynı yük: maksimum testinde sonuç yok", "+2,5 kg: en ağır set tamamlandı",
                    "+1,5 kg: hedefin 1 tekrar üzerinde", "+9 kg: hedefin 6 tekrar üzerinde",
                    "-9 kg: programın yüzdelerine dönülüyor", "aynı yük: tüm setler tamamlandı, bir tekrar daha",
                    "+2,5 kg: en ağır set RPE 7,5, hedef 8", "aynı yük: RPE belirtilmedi",
                    "rotasyon: Dip 80 kg ile tamamlanamadı", "rotasyon, -7,5 kg: Dip tamamlanamadı",
                ]
            ),
        ] as [(Language, [String])]
    )
    func everyReasonOfAChangeIsNamed(language: Language, texts: [String]) {
        let words = MessageCatalog(language)
        let said = Self.changes.map {
            words.loadChange(LoadChange(by: .weight(Weight(thousandths: $0.by)), reason: $0.reason), .kilograms)
        }
        #expect(said == texts)
    }
}
