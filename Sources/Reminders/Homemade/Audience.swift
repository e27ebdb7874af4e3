/// Whom a job's words reach.
struct Audience: Hashable {
    /// The user's login name; nil where it is not known.
    let user: String?
    /// Whom cron or at mails what the job prints; empty where that is nobody, and nil where it is the user.
    let mailed: String?

    /// Makes sure that a recipient is the user.
    ///
    /// - Throws: `MigrationObstacle.otherRecipient` where it may be anyone.
    func require(_ recipient: String?) throws(MigrationObstacle) {
        guard let recipient else { throw .madeText }
        guard isUser(recipient) else { throw .otherRecipient(recipient) }
    }

    /// Makes sure that the user is mailed what the job prints.
    func requireMailed() throws(MigrationObstacle) {
        guard let mailed = mailed?.trimmed else { return }
        guard !mailed.isEmpty else { throw .noRecipient }
        try require(mailed)
    }

    /// Whether it is the user's login name, with a host or without one.
    private func isUser(_ recipient: String) -> Bool {
        let parts = recipient.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count <= 2 && !recipient.contains(",") && user.map { parts[0] == $0 } ?? false
    }
}
