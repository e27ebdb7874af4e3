import Foundation
import TestSupport

/// A real shell with antrain's completion.
enum CompletingShell: String, CaseIterable {
    case bash, zsh, fish

    /// The candidates that the shell offers for each command line, without notes.
    func candidates(_ lines: [String], in home: Home) throws -> [[String]] {
        let tools = try tools(in: home)
        switch self {
        case .bash:
            // Without Readline's word breaks, candidates are whole words.
            let script = #"""
                eval "$(antrain --generate-completion-script bash)" || exit
                COMP_WORDBREAKS=$' \t\n'
                for line; do
                    read -ra COMP_WORDS <<<"$line"
                    [[ $line != *' ' ]] || COMP_WORDS+=('')
                    COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
                    _antrain antrain "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                    ((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
                    printf '\0\n'
                done
                """#
            return try parts(ran(["bash", "--norc", "-c", script, "bash"] + lines, tools, home).output)
        case .zsh:
            return try typed(lines, tools, home, isListing: true)
        case .fish:
            let script = #"""
                antrain --generate-completion-script fish | source
                for line in $argv
                    complete -C $line | string replace -r '\t.*' ''
                    printf '\0\n'
                end
                """#
            return try parts(ran(["fish", "--no-config", "-c", script] + lines, tools, home).output)
        }
    }

    /// The words of each command line after the user typed it and pressed Tab.
    func completed(_ lines: [String], in home: Home) throws -> [[String]] {
        try typed(lines, try tools(in: home), home, isListing: false)
    }

    /// A folder with `antrain`, and with a program that records its arguments.
    private func tools(in home: Home) throws -> TemporaryFolder {
        let tools = try TemporaryFolder()
        try tools.write(
            "bin/record",
            """
            #!/bin/sh
            [ -n "$LISTS" ] || for word do printf '%s\\n' "$word"; done >>"$RECORD"
            printf '\\0\\n' >>"$RECORD"

            """,
            mode: 0o755
        )
        try FileManager.default.createSymbolicLink(
            atPath: tools.path + "/bin/antrain",
            withDestinationPath: BuildProducts.path("antrain")
        )
        return tools
    }

    private func ran(
        _ command: [String],
        _ tools: TemporaryFolder,
        _ home: Home,
        _ extra: [String: String] = [:]
    ) throws -> Finished {
        var environment = home.environment.merging(extra) { $1 }
        environment["PATH"] = "\(tools.path)/bin:/usr/bin:/bin"
        environment["TERM"] = "xterm"
        environment["LC_ALL"] = "C.UTF-8"
        let finished = try run("/usr/bin/env", command, environment: environment, in: home.folder.path)
        guard finished.status == 0, finished.errors.isEmpty else { throw Trouble(shell: self, finished: finished) }
        return finished
    }

    private func parts(_ text: String) -> [[String]] {
        text.components(separatedBy: "\0\n").dropLast().map { $0.split(separator: "\n").map(String.init) }
    }

    /// Types each line and presses Tab in an interactive shell, then inserts `record` at its start and presses Enter; `wk` is an
    /// alias for antrain.
    private func typed(_ lines: [String], _ tools: TemporaryFolder, _ home: Home, isListing: Bool) throws -> [[String]]
    {
        let record = tools.path + "/record"
        let command: [String]
        switch self {
        case .bash:
            try tools.write(
                "bashrc",
                """
                PS1='READY> '
                HISTFILE=
                . /usr/share/bash-completion/bash_completion
                eval "$(antrain --generate-completion-script bash)"
                alias wk=antrain
                complete -F _antrain wk

                """
            )
            command = ["bash", "--rcfile", tools.path + "/bashrc", "-i"]
        case .zsh:
            try tools.write("completion/_antrain", antrainScript(tools, home))
            try tools.write(".zshrc", isListing ? Self.zshSettings + Self.zshListing : Self.zshSettings)
            command = ["zsh", "-i"]
        case .fish:
            let script = """
                function fish_prompt; printf 'READY> '; end
                antrain --generate-completion-script fish | source
                alias wk=antrain
                """
            command = ["fish", "--no-config", "--private", "-C", script]
        }
        let json = String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
        _ = try ran(
            ["python3", "-c", Self.typist, json] + command,
            tools,
            home,
            ["RECORD": record, "ZDOTDIR": tools.path, "LISTS": isListing ? "1" : ""]
        )
        return parts(try String(contentsOfFile: record, encoding: .utf8))
    }

    private func antrainScript(_ tools: TemporaryFolder, _ home: Home) throws -> String {
        try ran(["antrain", "--generate-completion-script", rawValue], tools, home).output
    }

    struct Trouble: Error {
        let shell: CompletingShell
        let finished: Finished
    }
}

extension CompletingShell {
    private static let zshSettings = #"""
        PS1='READY> '
        alias wk=antrain
        bindkey -e
        fpath=($ZDOTDIR/completion $fpath)
        autoload -Uz compinit
        compinit -u -D

        """#

    /// Records the matches that are offered.
    private static let zshListing = #"""
        compadd() {
            # The functions of zsh also call compadd to filter their own arrays.
            if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
                builtin compadd "$@"
                return
            fi
            local -a matches
            builtin compadd -A matches "$@"
            (( $#matches )) && print -rl -- $IPREFIX${(Q)^matches} >>$RECORD
            builtin compadd "$@"
        }

        """#

    private static let typist = #"""
        import json, os, pty, select, sys, time

        lines, command, record = json.loads(sys.argv[1]), sys.argv[2:], os.environ["RECORD"]
        child, terminal = pty.fork()
        if child == 0:
            # Closed to messages: the consoles of other tests look for open terminals.
            os.chmod(os.ttyname(0), 0o600)
            os.execvp(command[0], command)
        shown = b""

        def wait(condition):
            global shown
            end = time.monotonic() + 300
            while not condition() and time.monotonic() < end:
                if select.select([terminal], [], [], 0.02)[0]:
                    try: shown += os.read(terminal, 65536)
                    except OSError: break
            if not condition(): sys.exit("the shell does not answer: " + repr(shown[-3000:]))

        def answers():
            return open(record, "rb").read().count(b"\0\n") if os.path.exists(record) else 0

        wait(lambda: b"READY" in shown)
        for number, line in enumerate(lines, 1):
            os.write(terminal, line.encode() + b"\t\x01record \r")
            wait(lambda: answers() >= number)
        os.close(terminal)
        os.waitpid(child, 0)
        """#
}
