import Foundation

/// The counters of the soak's summary (`.ci/soak`); without a soak nothing is counted.
public enum SoakFigures {
    private static let path = ProcessInfo.processInfo.environment["ANTRAIN_SOAK_FIGURES"]

    /// Adds to a figure.
    public static func add(_ figure: String, _ amount: Int) {
        guard let path else { return }
        let line = Array("\(figure)\t\(amount)\n".utf8)
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        _ = write(file, line, line.count)
        close(file)
    }
}
