/// Problems that last, of which cron's user is told once.
public enum ToldProblems: String, Sendable {
    /// Those of plugins that hold notifications themselves.
    case held = "held-problems"
    /// Those of channels' values.
    case values = "value-problems"
}
