internal import RunnerWire

extension Dispatcher {
    /// Asks a channel's plugin to take back what it delivered; what is not there any more is no failure.
    ///
    /// - Parameters:
    ///   - ids: the notifications' ids.
    ///   - channel: the channel.
    ///   - pool: where a process may be kept.
    /// - Returns: why it could not be asked, or may have failed; nil where all is well.
    public func takeBack(_ ids: [String], on channel: Channel, pool: RunnerPool?) -> String? {
        do {
            let conversation = try PluginConversation.open(channel, self, pool)
            for id in ids { try conversation.ask(.cancel(id: id), step: .cancel) }
            return nil
        } catch { return error.words }
    }
}
