/// Problems that last, of which cron's user is told once.
public enum ToldProblems: String, Sendable {
    /// Those of plugins that hold notifications themselves.
    case held = "held-problems"
    /// Those of channels' values.
    case values = "value-problems"
    /// Those of plugins that are not ready.
    case readiness = "readiness-problems"
    /// That the settings file has errors.
    case settings = "settings-problems"
    /// Other users can read or write the ledger.
    case access = "access-problems"
    /// Those of the active programs' files.
    case programs = "program-problems"
}
