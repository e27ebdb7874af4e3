/// A text for people whose key says what it is about; the text itself has the key `text`.
struct ResultText: Encodable {
    let text: String
}

/// A problem, or advice about one, whose key says which; the sentence itself has the key `message`.
struct ResultMessage: Encodable {
    let message: String
}
