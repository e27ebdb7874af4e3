/// Who receives a job's text.
struct Audience: Hashable {
    /// The user's login name; nil if unknown.
    let user: String?
    /// The user to whom cron or at(1) mails the job's output; empty for nobody, and nil for the user.
    let mailed: String?

    /// - Throws: `MigrationObstacle.otherRecipient` if it may be someone else.
    func require(_ recipient: String?) throws(MigrationObstacle) {
        guard let recipient else { throw .madeText }
        guard isUser(recipient) else { throw .otherRecipient(recipient) }
    }

    /// Checks that the job's output is mailed to the user.
    func requireMailed() throws(MigrationObstacle) {
        guard let mailed = mailed?.trimmed else { return }
        guard !mailed.isEmpty else { throw .noRecipient }
        try require(mailed)
    }

    /// Whether a recipient is the user's login name, with or without a host.
    private func isUser(_ recipient: String) -> Bool {
        let parts = recipient.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count <= 2 && !recipient.contains(",") && user.map { parts[0] == $0 } ?? false
    }
}
