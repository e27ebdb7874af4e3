import Foundation
import TestSupport
import Testing

/// Dates, times, weeks and languages in the user's locale, and under cron, which has none.
@Suite struct LocaleTests {
    /// The output of commands in a locale, with Push Pull Legs at 07:30 on Monday, Wednesday and Friday.
    struct Expected: Sendable {
        let locale: String
        let week: String
        let today: String
        let status: String
        let snooze: String
        let done: String
        let banner: String
        let days: String
    }

    static let all = [
        Expected(
            locale: "en_US.UTF-8",
            week: """
                Sun, Nov 22  Rest Day
                Mon, Nov 23  Push Day  sent at 7:45 AM, unanswered
                Tue, Nov 24  Rest Day  no reminders on rest days
                Wed, Nov 25  Pull Day  7:30 AM
                Thu, Nov 26  Rest Day  no reminders on rest days
                Fri, Nov 27  Leg Day   7:30 AM
                Sat, Nov 28  Rest Day  no reminders on rest days

                """,
            today: "Today, Mon, Nov 23: Push Day (sent at 7:45 AM, unanswered)\n",
            status: """
                Next             Pull Day, Wed, Nov 25 at 7:30 AM
                Unanswered       1 since Sat, Nov 21: Push Day
                Last run         today at 7:45 AM
                Channel console  ready

                """,
            snooze: "snoozed Push Day until today at 8:00 AM\nNext reminder: Push Day, today at 8:00 AM\n",
            done: "done: Push Day\nNext reminder: Pull Day, Wed, Nov 25 at 7:30 AM\n",
            banner:
                " Workout Time!\n Today: Push Day\n 5 exercises, about 60 min\n Mon, Nov 23, 7:30 AM, 15 min late\n",
            days: "Mon, Wed, Fri"
        ),
        Expected(
            locale: "de_DE.UTF-8",
            week: """
                Mo 23. Nov  Push Day  um 07:45 gesendet, unbeantwortet
                Di 24. Nov  Ruhetag   keine Erinnerungen an Ruhetagen
                Mi 25. Nov  Pull Day  07:30
                Do 26. Nov  Ruhetag   keine Erinnerungen an Ruhetagen
                Fr 27. Nov  Leg Day   07:30
                Sa 28. Nov  Ruhetag   keine Erinnerungen an Ruhetagen
                So 29. Nov  Ruhetag   keine Erinnerungen an Ruhetagen

                """,
            today: "Heute, Mo 23. Nov: Push Day (um 07:45 gesendet, unbeantwortet)\n",
            status: """
                Als Nächstes   Pull Day, Mi 25. Nov um 07:30
                Unbeantwortet  1 seit Sa 21. Nov: Push Day
                Letzter Lauf   heute um 07:45
                Kanal console  bereit

                """,
            snooze: "Push Day: nächste Erinnerung heute um 08:00\nNächste Erinnerung: Push Day, heute um 08:00\n",
            done: "erledigt: Push Day\nNächste Erinnerung: Pull Day, Mi 25. Nov um 07:30\n",
            banner:
                " Zeit fürs Training!\n Heute: Push Day\n 5 Übungen, etwa 60 Min.\n Mo 23. Nov, 07:30, 15 Min. zu spät\n",
            days: "Mo, Mi, Fr"
        ),
        Expected(
            locale: "fr_FR.UTF-8",
            week: """
                lun. 23 nov.  Push Day       envoyé à 07:45, sans réponse
                mar. 24 nov.  Jour de repos  pas de rappel les jours de repos
                mer. 25 nov.  Pull Day       07:30
                jeu. 26 nov.  Jour de repos  pas de rappel les jours de repos
                ven. 27 nov.  Leg Day        07:30
                sam. 28 nov.  Jour de repos  pas de rappel les jours de repos
                dim. 29 nov.  Jour de repos  pas de rappel les jours de repos

                """,
            today: "Aujourd'hui, lun. 23 nov.\u{202F}: Push Day (envoyé à 07:45, sans réponse)\n",
            status: """
                Prochain            Pull Day, mer. 25 nov. à 07:30
                Sans réponse        1 depuis le sam. 21 nov.\u{202F}: Push Day
                Dernière exécution  aujourd'hui à 07:45
                Canal console       prêt

                """,
            snooze:
                "Push Day\u{202F}: prochain rappel aujourd'hui à 08:00\nProchain rappel\u{202F}: Push Day, aujourd'hui à 08:00\n",
            done: "terminé\u{202F}: Push Day\nProchain rappel\u{202F}: Pull Day, mer. 25 nov. à 07:30\n",
            banner:
                " C'est l'heure de l'entraînement\u{202F}!\n Aujourd'hui\u{202F}: Push Day\n 5 exercices, environ 60 min\n lun. 23 nov., 07:30, 15 min de retard\n",
            days: "lun., mer., ven."
        ),
        Expected(
            locale: "es_MX.UTF-8",
            week: """
                dom 22 nov  Día de descanso
                lun 23 nov  Push Day         enviado a las 7:45 a. m., sin respuesta
                mar 24 nov  Día de descanso  sin recordatorios en los días de descanso
                mié 25 nov  Pull Day         7:30 a. m.
                jue 26 nov  Día de descanso  sin recordatorios en los días de descanso
                vie 27 nov  Leg Day          7:30 a. m.
                sáb 28 nov  Día de descanso  sin recordatorios en los días de descanso

                """,
            today: "Hoy, lun 23 nov: Push Day (enviado a las 7:45 a. m., sin respuesta)\n",
            status: """
                Próximo           Pull Day, mié 25 nov a las 7:30 a. m.
                Sin respuesta     1 desde el sáb 21 nov: Push Day
                Última ejecución  hoy a las 7:45 a. m.
                Canal console     listo

                """,
            snooze:
                "Push Day: próximo recordatorio hoy a las 8:00\u{A0}a.\u{A0}m.\nPróximo recordatorio: Push Day, hoy a las 8:00\u{A0}a.\u{A0}m.\n",
            done: "hecho: Push Day\nPróximo recordatorio: Pull Day, mié 25 nov a las 7:30\u{A0}a.\u{A0}m.\n",
            banner:
                " ¡Hora de entrenar!\n Hoy: Push Day\n 5 ejercicios, unos 60 min\n lun 23 nov, 7:30\u{A0}a.\u{A0}m., 15 min de retraso\n",
            days: "lun, mié, vie"
        ),
        Expected(
            locale: "tr_TR.UTF-8",
            week: """
                23 Kas Pzt  Push Day       07:45'te gönderildi, yanıtlanmadı
                24 Kas Sal  Dinlenme günü  dinlenme günlerinde hatırlatma yok
                25 Kas Çar  Pull Day       07:30
                26 Kas Per  Dinlenme günü  dinlenme günlerinde hatırlatma yok
                27 Kas Cum  Leg Day        07:30
                28 Kas Cmt  Dinlenme günü  dinlenme günlerinde hatırlatma yok
                29 Kas Paz  Dinlenme günü  dinlenme günlerinde hatırlatma yok

                """,
            today: "Bugün, 23 Kas Pzt: Push Day (07:45'te gönderildi, yanıtlanmadı)\n",
            status: """
                Sıradaki       Pull Day, 25 Kas Çar 07:30'da
                Yanıtsız       21 Kas Cmt tarihinden beri 1: Push Day
                Son çalışma    bugün 07:45'te
                Kanal console  hazır

                """,
            snooze: "Push Day ertelendi: bugün 08:00'de\nSıradaki hatırlatma: Push Day, bugün 08:00'de\n",
            done: "tamamlandı: Push Day\nSıradaki hatırlatma: Pull Day, 25 Kas Çar 07:30'da\n",
            banner:
                " Antrenman zamanı!\n Bugün: Push Day\n 5 egzersiz, yaklaşık 60 dk\n 23 Kas Pzt, 07:30, 15 dk geç\n",
            days: "Pzt, Çar, Cum"
        ),
    ]

    @Test(arguments: all)
    func commandsFollowTheLocaleAndCronTheRememberedOne(expected: Expected) throws {
        let home = try Home(now: "2026-11-22T20:00")
        let locale = ["LANG": expected.locale]
        try home.antrain("program activate push-pull-legs", environment: locale)
        let set = try home.antrain("settings --time 07:30 --days mon,wed,fri", environment: locale).output
        #expect(set.contains("days") && set.contains(expected.days), "\(set)")
        home.now = "2026-11-23T07:45"
        // Cron has no locale.
        let sent = try home.antrain("schedule-next")
        #expect(sent.output.contains(expected.banner) && sent.errors.isEmpty, "\(sent)")
        for environment in [locale, [:]] {
            #expect(try home.antrain("week --this", environment: environment).output == expected.week)
            let today = try home.antrain("today", environment: environment).output
            #expect(today.hasPrefix(expected.today), "\(today)")
            #expect(try home.antrain("", environment: environment).output == expected.status)
        }
        #expect(try home.antrain("snooze --for 15m", environment: locale).output == expected.snooze)
        #expect(try home.antrain("done").output == expected.done)
    }

    /// LC_TIME changes dates and times but not the language; the locales C and POSIX change nothing.
    @Test func languageAndTimesHaveSeparateLocales() throws {
        let home = try Home.ready()
        let mixed = ["LANG": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"]
        #expect(try home.antrain("week", environment: mixed).output.contains("Mo 23. Nov  Push Day  7:30 AM"))
        let other = ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"]
        #expect(try home.antrain("week", environment: other).output.contains("Mon 23 Nov  Push Day  07:30"))
        for environment in [[:], ["LANG": "C"], ["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"]] {
            #expect(try home.antrain("week", environment: environment).output.contains("Mon 23 Nov  Push Day  07:30"))
            #expect(
                try home.antrain("settings", environment: environment).output.contains("days            mon,wed,fri")
            )
        }
    }

    /// This week shows answers of past days; without a locale it starts on Monday.
    @Test func thisWeekShowsPastAnswers() throws {
        let home = try Home.ready()
        home.now = "2026-11-23T20:00"
        try home.antrain("done")
        home.now = "2026-11-26T20:00"
        #expect(
            try home.antrain("week --this").output == """
                Mon 23 Nov  Push Day  already done
                Tue 24 Nov  Rest Day
                Wed 25 Nov  Pull Day  unanswered
                Thu 26 Nov  Rest Day  no reminders on rest days
                Fri 27 Nov  Leg Day   07:30
                Sat 28 Nov  Rest Day  no reminders on rest days
                Sun 29 Nov  Rest Day  no reminders on rest days

                """
        )
        #expect(try home.antrain("week").output.hasPrefix("Thu 26 Nov"))
        let american = try home.antrain("week --this", environment: ["LANG": "en_US.UTF-8"]).output
        #expect(american.hasPrefix("Sun, Nov 22  Rest Day\nMon, Nov 23"))
        #expect(american.hasSuffix("no reminders on rest days\n"))
        let json = try home.antrain("week --this --json").output
        #expect(json.contains("\"reason\" : \"unanswered\""))
    }

    @Test func theDetailsCanBeOmitted() throws {
        let home = try Home.ready()
        #expect(
            try home.antrain("open workout/2026-11-23/0730").output.contains(
                "Today: Push Day\n5 exercises, about 60 min\n"
            )
        )
        #expect(try home.antrain("settings").output.contains(/details +on +default/))
        for line in ["pending", "", "--format tmux"] {
            #expect(!(try home.antrain(line).output.contains("exercises")))
        }
        try home.folder.write(
            ".config/antrain/settings.yaml",
            try home.folder.read(".config/antrain/settings.yaml") + "details: off\n"
        )
        #expect(try home.antrain("schedule-next --verbose").output.contains("3 updated"))
        #expect(!(try home.antrain("open workout/2026-11-23/0730").output.contains("5 exercises, about")))
        home.now = "2026-11-23T07:30"
        #expect(try home.antrain("deliver").output.contains(" Today: Push Day\n Monday 2026-11-23, 07:30\n"))
    }

    /// The time of one of the user's own reminders in each locale.
    @Test(arguments: [
        ("en_US", "weekly: Sun, Mon at 1:00 PM, next tomorrow"),
        ("de_DE", "wöchentlich: Mo, So um 13:00, das nächste Mal morgen"),
        ("fr_FR", "toutes les semaines\u{202F}: lun., dim. à 13:00, prochain\u{202F}: demain"),
        ("es_MX", "cada semana: dom, lun a la 1:00 p. m., próximo: mañana"),
        ("tr_TR", "her hafta: Pzt, Paz 13:00'te, sıradaki: yarın"), ("C", "weekly:mon,sun at 13:00, next tomorrow"),
    ])
    func timesOfUserReminders(locale: String, words: String) throws {
        let home = try Home(now: "2026-11-22T12:00")
        let environment = ["LANG": locale, "COLUMNS": "200"]
        try home.antrain("settings --on")
        try home.antrain(
            arguments: ["reminder", "add", "Tea", "--at", "13:00", "--repeat", "weekly:sun,mon"],
            environment: environment
        )
        home.now = "2026-11-28T20:00"
        let output = try home.antrain("reminder list", environment: environment).output
        #expect(output.contains("Tea  \(words)"), "\(output)")
    }
}
