internal import RunnerProtocol

extension Dispatcher {
    /// Asks a channel's plugin to remove delivered notifications; notifications that no longer exist are not failures.
    ///
    /// - Parameters:
    ///   - ids: the notifications' IDs.
    ///   - channel: the channel.
    ///   - pool: may contain a running process.
    /// - Returns: why the call failed or could not be made; nil on success.
    public func takeBack(_ ids: [String], on channel: Channel, pool: RunnerPool?) -> String? {
        do {
            let conversation = try PluginConversation.open(channel, self, pool)
            for id in ids { try conversation.ask(.cancel(id: id), step: .cancel) }
            return nil
        } catch { return error.words }
    }
}
