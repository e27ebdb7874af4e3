import CivilTime
import ImportedJobs
import Reminders
import Testing

/// Only commands that certainly do nothing except remind the user are moved.
@Suite struct MigrationEffectTests {
    /// The outcomes of a crontab: titles of reminders that move, or reasons why lines stay.
    private func outcomes(_ text: String, user: String? = "me") throws -> [String] {
        let zone = try zones.zone(named: "Europe/Berlin")
        let migration = Migration(
            crontab: Crontab(Array((text + "\n").utf8)),
            jobs: [],
            zone: zone,
            systemZone: zone,
            now: try Instant(parsing: "2026-11-22T20:00", in: zone),
            user: user,
            file: { _ in nil }
        )
        return migration.moves.flatMap { $0.reminders.map(\.title) }
            + migration.stays.map { "stays: \($0.obstacle)" }
    }

    @Test(arguments: [
        // Truncates, creates or writes files.
        ": > ~/todo; notify-send A", "> ~/todo; notify-send A", "true 2> ~/log && notify-send A",
        "export X=1 > ~/todo; notify-send A", "notify-send A > ~/todo", "notify-send A 2> ~/errors",
        "notify-send A >| ~/todo", "notify-send A >& ~/todo", "notify-send A > $FILE", "notify-send A 2> \"$(mktemp)\"",
        "notify-send A < $(mkfifo f)", "echo x 2> ~/errors | wall", "sh -c 'notify-send A' 2> ~/errors; wall B",
        "notify-send -p A >> ~/ids", "notify-send -A yes=Yes A >> ~/answers",
        // Command substitutions in a word.
        "R=$(backup.sh); notify-send A", "notify-send A; export L=`rm -f ~/lock`", "export N=$(ping); wall A",
        "cd $(mktemp -d); notify-send A", "export $(cat ~/.env); notify-send A", ": $(backup.sh); notify-send A",
        ": ${X:=$(backup.sh)}; notify-send A", "R=$(backup.sh) notify-send A", "env R=$(backup.sh) notify-send A",
        "R=$(backup.sh) DISPLAY=:0 notify-send A",
        // Conditions that may prevent the reminder.
        "umask 077; exit; notify-send A", "true || notify-send A", "cd /mnt/usb && notify-send A",
        "M=A & notify-send A", "test -f x && notify-send A", "[ -f x ] && notify-send A", "sleep 5 & notify-send A",
        "notify-send A || echo failed | mail root", "notify-send A || touch ~/failed; wall B",
        "f=x; trap 'rm f' EXIT; notify-send A", "alias wall=rm; wall A",
    ])
    func commandsWithOtherEffectsStay(command: String) throws {
        #expect(try outcomes("0 7 * * * \(command)") == ["stays: it does more than show a reminder"])
    }

    @Test(arguments: [
        "> /var/log/app.log; echo \"log emptied\"", "export N=$(wget -qO- ping); echo pinged",
        "sh -c 'echo alive' > /run/heartbeat", "sh -c 'wall' < ~/text", "echo \"Left over:\" /var/spool/jobs/*",
        "echo x >& ~/log", "echo x >/dev/null", "echo x 2>/dev/null >&2", "echo x >&-", "echo x | tee ~/f | wall",
        "echo x >&2 | wall",
        "sh -c 'notify-send A' 2> ~/errors",
        "~/bin/notify-send A", "/opt/own/wall A", "remind() { wall A; }; remind", "echo `rm -f ~/lock`",
        "{ wall A; } > ~/f", "! notify-send A", "X=$(rm f) echo x", "echo x && touch f",
    ])
    func unknownCommandsAreLeftAlone(command: String) throws {
        #expect(try outcomes("0 7 * * * \(command)").isEmpty)
    }

    @Test(arguments: [
        "notify-send Ready?", "notify-send ~/notes/*", "wall [ab]", "notify-send A{1,2}", "notify-send ~bob",
        "notify-send -i $(make-icon) A", "notify-send -i $ICON A",
        "notify-send -h \"$(backup.sh)\" A", "X='*'; notify-send $X",
        "notify-send A <<< \"$(backup.sh)\"", "M=A; unset M; notify-send \"$M\"",
        "M=A; sh -c 'notify-send \"$M\"'", "mail -s A \"$(whoami)\"", "echo x | write $SOMEONE",
    ])
    func textThatTheShellExpandsStays(command: String) throws {
        #expect(try outcomes("0 7 * * * \(command)") == ["stays: its text is generated when it runs"])
    }

    @Test(arguments: [
        ("echo A | write me", "A"), ("echo A | write me tty1", "A"), ("echo A | mail me", "A"),
        ("echo A | mail me@example.org", "A"), ("mail -s A $LOGNAME < /dev/null", "A"),
        ("echo A | write bob", "stays: it is sent to bob, who may be someone else"),
        ("mail -s A root", "stays: it is sent to root, who may be someone else"),
        ("echo A | mail -s A team@example.org", "stays: it is sent to team@example.org, who may be someone else"),
        ("echo A | mail me,bob", "stays: it is sent to me,bob, who may be someone else"),
        (
            "echo A | mail me@a.org,bob@a.org",
            "stays: it is sent to me@a.org,bob@a.org, who may be someone else"
        ),
        ("wall -g team A", "stays: it has several recipients"),
    ])
    func remindersForOtherUsersStay(command: String, outcome: String) throws {
        #expect(try outcomes("0 7 * * * \(command)") == [outcome])
    }

    @Test func withoutAUserEveryRecipientIsAnotherUser() throws {
        let lines = "0 7 * * * mail -s A me\n0 7 * * * echo A | write me\n0 7 * * * notify-send A"
        let stays = "stays: it is sent to me, who may be someone else"
        #expect(try outcomes(lines, user: nil) == ["A", stays, stays])
    }

    @Test(arguments: [
        ("MAILTO=me", "A"), ("MAILTO=me@example.org", "A"), ("MAILTO = \"me\"", "A"),
        ("MAILTO=team@example.org", "stays: it is sent to team@example.org, who may be someone else"),
        ("MAILTO=\"\"", "stays: its output is not mailed to anyone"), ("MAILTO=bob\nMAILTO=me", "A"),
    ])
    func outputGoesToMAILTO(variables: String, outcome: String) throws {
        #expect(try outcomes("\(variables)\n0 7 * * * echo A") == [outcome])
        #expect(try outcomes("\(variables)\n0 7 * * * echo A >/dev/tty1") == ["A"])
        #expect(try outcomes("\(variables)\n0 7 * * * notify-send A") == ["A"])
    }

    @Test(arguments: [("/bin/sh", true), ("/bin/bash", true), ("/usr/bin/fish", false), ("/usr/bin/python3", false)])
    func onlyPOSIXShellsAreParsed(shell: String, isKnown: Bool) throws {
        #expect(try outcomes("SHELL=\(shell)\n0 7 * * * notify-send A") == (isKnown ? ["A"] : []))
    }

    @Test(arguments: [
        "umask 077; notify-send A", "cd ~; notify-send A", "notify-send A || :", "notify-send A && true",
        "notify-send A >> ~/log 2>&1", "notify-send A >/dev/null 2>/dev/null", "echo A >&2",
        "DISPLAY=$(cat ~/.display) notify-send A", "export DISPLAY=$(cat ~/.display); notify-send A",
        "env DISPLAY=`cat ~/.display` notify-send A", "M=A; notify-send \"$M\"", "set -eu; export M=A; notify-send $M",
        "sh -c 'DISPLAY=:0 notify-send A'", "sh -c 'M=A; notify-send $M'", "notify-send 'A'", "/bin/echo A",
        "export DISPLAY=:0 &&\tnotify-send A",
    ])
    func setupCommandsAreNotEffects(command: String) throws {
        #expect(try outcomes("0 7 * * * \(command)") == ["A"])
    }

    @Test(arguments: ["Ready?", "* A", "[x]", "{a,b}", "~bob"])
    func quotedPatternsAreText(text: String) throws {
        #expect(try outcomes("0 7 * * * notify-send '\(text)'") == [text])
    }
}
