import MailReplies
import TestSupport
import Testing

/// Replies in the forms in which mail programs write them.
@Suite struct ReplyShapeTests {
    @Test func thereAreManyMessages() {
        #expect(ReplyShape.all.count >= 50)
        #expect(ReplyShape.all.map(\.messages.count).reduce(0, +) >= 2000)
        #expect(!ReplyShape.reminder.isEmpty)
    }

    @Test(arguments: ReplyShape.all) func onlyTheAnswerCounts(shape: ReplyShape) {
        for message in shape.messages {
            let reply = MailReply(message.bytes)
            #expect(reply.lines == message.lines, "\(message.title)")
            #expect(reply.sender == "sam@example.net", "\(message.title)")
            #expect(reply.recipients == ["antrain@example.org"], "\(message.title)")
            #expect(reply.references == [ReplyShape.id], "\(message.title)")
            #expect(reply.sentAt == ReplyShape.sentAt, "\(message.title)")
            #expect(reply.messageID?.contains("@") != false, "\(message.title)")
            #expect(!reply.isAutomatic, "\(message.title)")
            #expect(reply.lines(without: ReplyShape.reminder).answer == message.lines, "\(message.title)")
        }
    }

    /// Mail filters pass messages on with each of the three line endings.
    @Test(arguments: ReplyShape.all) func lineEndingsDoNotMatter(shape: ReplyShape) {
        for message in shape.messages.prefix(ReplyShape.answers.count) {
            for ending in [[0x0D, 0x0A], [0x0D]] as [[UInt8]] {
                let bytes = message.bytes.flatMap { $0 == 0x0A ? ending : [$0] }
                #expect(MailReply(bytes) == MailReply(message.bytes), "\(message.title)")
            }
        }
    }

    /// A program that quotes without any mark leaves only the reminder's text to recognize the quotation.
    @Test(arguments: [[], ["done"], ["squat 5,5", "row 8"]], ["\n", "\n\n"])
    func theRemindersTextIsNoAnswer(answer: [String], gap: String) {
        let text = answer.joined(separator: "\n") + gap + ReplyShape.reminder
        let reply = MailReply(Array("From: sam@example.net\n\n\(text)".utf8))
        #expect(reply.lines.count > answer.count || gap != "\n")
        #expect(reply.lines(without: ReplyShape.reminder).answer == answer)
    }
}
