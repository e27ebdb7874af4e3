import PrintableText

extension FuzzTarget {
    /// Text from outside that is filtered for display.
    static let text = FuzzTarget(name: "text") { bytes in
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let limit = Int(bytes.first ?? 0) % 64 + 1
        try requirePrintable(text.printable, "printable text")
        try requirePrintable(text.printableLines.replacing("\t", with: " "), "printable lines")
        let shortened = text.printable(upTo: limit)
        try requirePrintable(shortened, "shortened text")
        try require(shortened.unicodeScalars.count <= limit, "\(limit) scalars are \(shortened.unicodeScalars.count)")
        try require(text.printable.printable == text.printable, "printable text changes when it is filtered again")
        let terminal = text.terminalText
        try require(terminal.terminalText == terminal, "terminal text changes when it is filtered again")
        // By scalars: a combining character after the sequence belongs to the same grapheme cluster as its last letter.
        let colours = /\u{1B}\[[0-9;]*m/.matchingSemantics(.unicodeScalar)
        try requirePrintable(
            terminal.replacing("\t", with: " ").replacing(colours, with: ""),
            "text for a terminal"
        )
        let pieces = DisplayWidth.pieces(of: text, room: limit)
        try require(pieces.joined() == text, "the pieces of a word are not the word")
        // Zero-width characters may be next to a character that is wider than the limit.
        for piece in pieces where piece.count(where: { DisplayWidth.of(String($0)) > 0 }) > 1 {
            try require(DisplayWidth.of(piece) <= limit, "the piece \(piece.debugDescription) is wider than \(limit)")
        }
    }
}
