internal import Quoting

/// What mail programs write around quotations, recognized by its form: the words depend on the language.
enum ReplyMarks {
    /// The greatest number of lines over which an attribution is wrapped.
    private static let longestAttribution = 6

    /// A line that consists of dashes or underscores, or text between them such as `-----Original Message-----`.
    static func isSeparator(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let dashes = scalars.prefix(while: isRule).count
        if dashes == scalars.count { return dashes >= 5 }
        return dashes >= 5 || dashes >= 2 && text.utf8.count > 8 && scalars.reversed().prefix(while: isRule).count >= 2
    }

    /// The line before a signature: `-- ` (RFC 3676, 4.3), also as phones change it.
    static func isSignatureMark(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return scalars.allSatisfy(isRule) && (scalars.count > 1 || scalars.first == "—" || scalars.first == "–")
    }

    private static func isRule(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "_", "=", "*", "—", "–", "─", "―": true
        default: false
        }
    }

    /// A line that a mail program adds to what the user writes: it begins as such lines do, or names the program or the device.
    ///
    /// The user may name a device, too, but writes more after that.
    static func isProgramLine(_ lines: [TextLine], at index: Int) -> Bool {
        // Some programs add a long address to their names.
        let words = String(lines[index].text.unicodeScalars.prefix(longestName)).lowercased()
        if openings.contains(where: words.hasPrefix) { return true }
        guard !Quantities.areListed(words), programs.contains(where: { words.range(ofBytes: $0) != nil }) else {
            return false
        }
        return !lines[(index + 1)...].prefix(longestEnd).prefix { !$0.isQuoted && !isSeparator($0.text) }
            .contains { Quantities.areListed($0.text) }
    }

    /// How many lines after such a line are searched for sets.
    private static let longestEnd = 6
    /// How much of a line may name a program, in Unicode scalars.
    private static let longestName = 100
    private static let programs = [
        "iphone", "ipad", "android", "outlook", "k-9 mail", "fairemail", "proton mail", "protonmail", "yahoo mail",
        "yahoo! mail", "samsung", "galaxy", "huawei", "xiaomi", "blackberry", "thunderbird", "aka.ms/", "tutanota",
        "tuta.com",
        "mail for windows", "windows mail", "windows phone", "aol mail", "gmx", "web.de", "fastmail",
        "bluemail",
        "aqua mail", "airmail",
    ]
    private static let openings = [
        "sent from", "sent with", "sent via", "sent using", "gesendet von", "gesendet mit", "von meinem", "envoyé de",
        "envoyé depuis", "envoyé à partir", "enviado desde", "enviado do", "enviado de", "enviado con", "inviato da",
        "verzonden vanaf", "verzonden met", "verstuurd vanaf", "wysłano z", "wysłane z", "skickat från", "sendt fra",
        "lähetetty", "отправлено с", "odesláno z", "trimis de pe",
    ]

    /// The number of lines of an attribution that begins at an index, and whether a marked quotation follows.
    ///
    /// An attribution ends with a colon. It names an address or a date, or a quotation follows it.
    static func attribution(_ lines: [TextLine], at index: Int) -> (count: Int, isMarked: Bool)? {
        var joined = ""
        var names = false
        for end in index..<min(index + longestAttribution, lines.count) {
            let line = lines[end]
            guard !line.text.isEmpty, !line.isQuoted else { return nil }
            joined += line.text + " "
            names = names || line.namesMessage
            guard let last = line.text.unicodeScalars.last, last == ":" || last == "：" || last == "\u{FFFD}" else {
                continue
            }
            let following = lines[(end + 1)...].first { $0.isQuoted || !$0.text.isEmpty }
            let isMarked = following?.isQuoted == true
            // An answer may stand on the line before. A first line names the message, or is long and continues on a line that does not.
            let rest = lines[(index + 1)...].prefix(end - index).map(\.text).joined(separator: " ")
            let isStart =
                end == index || lines[index].namesMessage || rest.hasPrefix("<")
                || lines[index].text.unicodeScalars.count >= 40 && !namesMessage(rest)
            guard isStart else { return nil }
            guard isMarked && end == index || last != "\u{FFFD}" && (names || namesMessage(joined)) else { return nil }
            return (end - index + 1, isMarked)
        }
        return nil
    }

    private static func namesMessage(_ text: String) -> Bool { hasAddress(text) || hasDate(text) }

    /// Whether a text contains an address such as `<name@example.org>`.
    static func hasBracketedAddress(_ text: String) -> Bool {
        guard let open = text.utf8.lastIndex(of: UInt8(ascii: "<")) else { return false }
        let address = text.utf8[text.utf8.index(after: open)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        return address.contains(UInt8(ascii: "@")) && address.count > 2
    }

    /// Whether a text contains an address with a domain, or one in angle brackets.
    static func hasAddress(_ text: String) -> Bool {
        var isBracketed = false
        var previous: UInt8 = 0x20
        /// The bytes of a host so far, from its `@`.
        var host: (length: Int, afterDot: Bool)?
        for byte in text.utf8 {
            defer { previous = byte }
            if byte == UInt8(ascii: "@") {
                host = previous.isBlank ? nil : (0, false)
                continue
            }
            if byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]") {
                host = nil
            } else if let before = host {
                if isBracketed || before.afterDot && byte | 0x20 >= 0x61 { return true }
                host = (before.length + 1, byte == UInt8(ascii: ".") && before.length > 0)
            }
            if byte == UInt8(ascii: "<") { isBracketed = true }
        }
        return false
    }

    /// Whether a text contains a year, or a time and numbers that may be a date.
    static func hasDate(_ text: String) -> Bool {
        var (numbers, inTimes) = (0, 0)
        var hasClock = false
        var (run, value) = (0, 0)
        /// What stands between the last number and the next one, if it is one character.
        var separator: UInt8 = 0
        var isInTime = false
        let bytes = Array(text.utf8)
        for index in 0...bytes.count {
            let byte = index < bytes.count ? bytes[index] : 0
            if (0x30...0x39).contains(byte) {
                (run, value) = (run + 1, min(value * 10 + Int(byte - 0x30), 99_999))
                continue
            }
            if run > 0 {
                if run == 4, (1990...2099).contains(value), !Quantities.startsWithUnit(bytes[index...]) { return true }
                let isAfterColon = separator == UInt8(ascii: ":")
                if [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "h")].contains(separator), run == 2 {
                    hasClock = true
                }
                if isAfterColon { inTimes += isInTime ? 1 : 2 }
                isInTime = isAfterColon
                numbers += 1
            }
            separator = run > 0 ? byte : 0
            (run, value) = (0, 0)
        }
        return hasClock && numbers >= 4 && numbers - inTimes >= 2
    }

    /// Whether the headers of a quoted message begin at an index, as Outlook writes them: three or more lines `Label: value`, with an
    /// address, or with words next to a date.
    static func isHeaderBlock(_ lines: [TextLine], at index: Int) -> Bool {
        var labels = 0
        var isContinued = false
        var (hasAddress, hasDate, hasWords) = (false, false, false)
        for line in lines[index...].prefix(10) {
            guard !line.isQuoted, !line.text.isEmpty else { break }
            if let value = labelled(line.text) {
                isContinued = false
                // A line with nothing but sets is no header, except in the middle.
                if Quantities.matches(value) {
                    guard labels > 0 else { return false }
                    continue
                }
                labels += 1
                if line.hasDate {
                    hasDate = true
                } else if value.contains(where: \.properties.isAlphabetic) {
                    hasWords = true
                }
            } else {
                // A long value continues on one more line.
                guard labels > 0, !isContinued else { break }
                isContinued = true
                hasDate = hasDate || line.hasDate
            }
            hasAddress = hasAddress || line.hasAddress
            if labels >= 3, hasAddress || hasDate && hasWords { return true }
        }
        return false
    }

    /// The value in a line `Label: value`.
    static func labelled(_ text: String) -> Substring.UnicodeScalarView? {
        let scalars = text.unicodeScalars.drop { $0 == "*" }
        guard let colon = scalars.prefix(26).firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let label = scalars[..<colon]
        guard !label.isEmpty,
            label.allSatisfy({
                $0.properties.isAlphabetic || " '’-.*".unicodeScalars.contains($0) || $0.value > 0x2E80
            })
        else { return nil }
        return scalars[scalars.index(after: colon)...].drop { $0 == "*" || $0 == " " }
    }
}
