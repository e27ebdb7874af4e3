import Foundation
import TestSupport
import Testing

/// What only bash leaves to the completion of a command.
@Suite(.requires(.file("/usr/share/bash-completion/bash_completion", in: "bash-completion"))) struct BashCompletionTests
{
    /// bash leaves redirections and variables to the completion function.
    @Test func bashCompletesRedirectionsAndVariables() throws {
        let home = try CompletionTests.used()
        let (path, folder) = (home.folder.path, "plans")
        let table: [(line: String, candidates: [String])] = [
            ("antrain week > no", ["notes.txt"]), ("antrain week >no", ["notes.txt"]),
            ("antrain week >> no", ["notes.txt"]), ("antrain week 2>no", ["notes.txt"]),
            ("antrain week &> no", ["notes.txt"]), ("antrain week --json > pl", [folder]),
            ("antrain week > notes.txt --js", ["--json"]), ("antrain week 2>/dev/null --js", ["--json"]),
            ("antrain program activate < notes.txt gzc", ["gzcl-vdip", "gzclp"]),
            ("antrain program validate $HOME/mi", ["\(path)/mine.yaml"]),
            ("antrain program validate ${HOME}/mi", ["\(path)/mine.yaml"]),
            ("antrain program validate \"$HOME/mi", ["\(path)/mine.yaml"]),
            ("antrain program validate '$HOME/mi", []), ("antrain program validate $NONE/mi", []),
            ("antrain --config=$HOME/mi", ["--config=\(path)/mine.yaml"]),
        ]
        let offered = try CompletingShell.bash.candidates(table.map(\.line), in: home)
        try #require(offered.count == table.count)
        for (entry, offered) in zip(table, offered) { #expect(offered == entry.candidates, "\(entry.line)") }
        let typed = try CompletingShell.bash.completed(
            ["antrain program validate $HOME/mi", "antrain reminder add x --at tom"],
            in: home
        )
        #expect(
            typed == [
                ["antrain", "program", "validate", "\(path)/mine.yaml"],
                ["antrain", "reminder", "add", "x", "--at", "tomorrow 9am"],
            ]
        )
    }
}
