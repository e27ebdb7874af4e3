extension ConformanceRun {
    /// Adds a check of a call.
    func add(
        _ name: String,
        _ failure: PluginConversation.Failure?,
        fine: String,
        orElse verdict: ConformanceReport.Verdict
    ) {
        guard let failure else { return report.add(name, .ok, fine) }
        report.add(
            name,
            failure.isEnding || failure.isUnexplained ? .failed : verdict,
            ConformanceRun.explained(failure)
        )
    }

    static func explained(_ failure: PluginConversation.Failure) -> String {
        failure.isUnexplained ? "it failed without a reason; set result->reason" : failure.words
    }

    static func words(_ milliseconds: Double) -> String {
        milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds.rounded())) ms"
    }
}
