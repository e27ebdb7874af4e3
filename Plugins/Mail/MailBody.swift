/// The text of a message (RFC 2045): as it is if it is ASCII in short lines, otherwise quoted-printable, which stays readable.
struct MailBody {
    /// The value of the header `Content-Transfer-Encoding`.
    let encoding: String
    /// The encoded text, with lines that end in LF.
    let text: String

    /// The maximum length of a line (RFC 5322, 2.1.1), and of an encoded one without its soft line break (RFC 2045, 6.7).
    private static let (longest, longestEncoded) = (998, 75)

    init(_ text: String) {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let isPlain = lines.allSatisfy { line in
            line.count <= MailBody.longest && !MailBody.isMark(line[...])
                && line.allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) }
        }
        encoding = isPlain ? "7bit" : "quoted-printable"
        self.text = isPlain ? text : lines.map(MailBody.quoted).joined(separator: "\n")
    }

    /// Whether programs could take a line for the end of the message, or for the start of the next one in a mailbox.
    private static func isMark(_ line: ArraySlice<UInt8>) -> Bool {
        line.elementsEqual(".".utf8) || line.starts(with: "From ".utf8)
    }

    private static func quoted(_ line: [UInt8]) -> String {
        var result = ""
        var width = 0
        for (index, byte) in line.enumerated() {
            let isBlank = byte == 0x20 || byte == 0x09
            let isLiteral =
                (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && index < line.count - 1
            let isBroken = width + (isLiteral ? 1 : 3) > longestEncoded
            if isBroken {
                result += "=\n"
                width = 0
            }
            let isEscaped = !isLiteral || width == 0 && isMark(line[index...])
            let digits = String(byte, radix: 16, uppercase: true)
            let piece = isEscaped ? (byte < 0x10 ? "=0" : "=") + digits : String(Unicode.Scalar(byte))
            result += piece
            width += piece.utf8.count
        }
        return result
    }
}
