import Foundation
import TestSupport

/// A home with its own crontab and its own systemd, which keeps the states of units in files.
final class InstalledHome {
    let cron: CronHome
    var folder: TemporaryFolder { cron.folder }
    /// Environment variables to add or replace.
    var variables: [String: String] = [:]

    static let units = ".config/systemd/user/"

    /// Like systemctl(1): units must exist to be enabled, and `list` has the requests so far.
    private static let systemctl = """
        cd "${0%/*}/.."; [ "$1" = --version ] && exit 0
        [ -f no-manager ] && { echo 'Failed to connect to bus: No medium found' >&2; exit 1; }
        [ "$1" = --user ] && shift; verb=$1; shift; [ "$1" = --now ] && shift
        [ "$verb" = show ] || echo "$verb $1" >>list
        place=.config/systemd/user/$1
        case $verb in
        enable) [ -f "$place" ] || { echo "Unit $1 does not exist" >&2; exit 1; }; /bin/mkdir -p state; echo >"state/$1" ;;
        disable) /bin/rm -f "state/$1" ;;
        is-enabled) [ -f "state/$1" ] && echo enabled || { echo disabled; exit 1; } ;;
        is-active) [ -f broken ] && { echo failed; exit 3; }; [ -f "state/$1" ] && echo active || { echo inactive; exit 3; } ;;
        show) shift; for unit; do [ -f "state/$unit" ] || continue; case $unit in -*) continue ;; esac
            printf 'Id=%s\\nLoadState=loaded\\nActiveState=active\\nUnitFileState=enabled\\n' "$unit"
            case $unit in *.timer) echo 'TimersCalendar={ OnCalendar=*-*-* *:*:00 ; next_elapse=(null) }' ;; esac; echo; done ;;
        esac
        """

    init(_ crontab: String?) throws {
        cron = try CronHome(crontab)
        try cron.program("systemctl", Self.systemctl)
        try cron.program("loginctl", "echo Linger=yes")
        try cron.program("env", "exec /usr/bin/env \"$@\"")
    }

    /// The environment of commands.
    var environment: [String: String] {
        ["PATH": folder.path + "/bin", "LOGNAME": "me", "COLUMNS": "300"].merging(variables) { $1 }
    }

    @discardableResult
    func antrain(_ line: String) throws -> Finished { try cron.home.antrain(line, environment: environment) }

    var crontab: String? { try? folder.read("tab") }

    func unit(_ name: String) -> String? { try? folder.read(Self.units + name) }

    /// The requests to systemd so far.
    var requests: [String] { ((try? folder.read("list")) ?? "").split(separator: "\n").map(String.init) }

    func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: folder.path + "/" + file) }
}
