package import Platform
package import Localization

/// The output for a home without programs and reminders: the steps to the first reminder.
package struct FirstSteps {
    private let words: MessageCatalog

    package init(_ words: MessageCatalog) { self.words = words }

    package func text(_ style: Style, columns: Int) -> String {
        let steps = [
            (
                "antrain program activate push-pull-legs",
                words.text(.overviewProgram, ["list": "'antrain program list'"])
            ),
            ("antrain settings --time 07:30", words.text(.overviewTime)),
            (
                "antrain install cron",
                words.text(.overviewSend, ["command": TextWrap.firm("antrain install systemd")])
            ),
        ]
        let rows = steps.map { ["  " + style.bold($0.0), $0.1] }
        let setup = ["  " + style.bold("antrain setup"), words.text(.overviewSetup)]
        return
            (TextTable.lines([setup], columns: columns) + ["", words.text(.overviewEmpty), ""]
            + TextTable.lines(rows, columns: columns)).joined(separator: "\n") + "\n"
    }
}
