package import CivilTime
package import Platform
import Ledger
package import Reminders

/// The setting `keep`.
extension Workspace {
    /// Replaces some of the oldest reminders with counts, if the settings ask for it; a failure is reported once.
    ///
    /// - Returns: whether any were replaced, so that there may be more.
    package func compact(_ settings: Settings, today: CivilDate, in zone: Zone) -> Bool {
        guard let keep = settings.keep, let ledger = try? ledger(), let now = try? now() else { return false }
        let limit = zone.instant(of: CivilDateTime(date: keep.before(today), time: .midnight))
        var removed = 0
        var problems: [String] = []
        do throws(LedgerError) { removed = try ledger.compact(before: limit, now: now) } catch {
            problems = ["old reminders were not replaced by counts ('keep' in the settings): \(error)"]
        }
        for problem in recordAndFilterReported(problems, of: .compaction) { warn(problem) }
        return removed > 0
    }

    /// The date before which the details of reminders were replaced by counts, at least in part; nil if none were.
    package func compactedBefore(in zone: Zone) throws(CommandError) -> CivilDate? {
        guard hasLedger else { return nil }
        let limit = try withLedger { (ledger) throws(LedgerError) in try ledger.compactedBefore() }
        return limit.map { limit in
            let last = zone.civil(at: limit.subtracting(.seconds(1))).date
            return min(last, .lastPlanned).adding(days: 1)
        }
    }
}
