internal import Quoting

/// A tag of HTML.
struct HTMLTag {
    /// What the element contains, if a mail program says so.
    enum Role {
        /// The user's text.
        case text
        /// A quotation with its attribution.
        case quotation
        /// A `blockquote` without a mark of a quotation: an indented text, or what an attribution introduces.
        case indentation
        case signature
        /// Text that is hidden or struck out.
        case hidden
        /// The start of a quotation that extends to the end of the message.
        case end
    }

    /// The name in lower case.
    let name: String
    let isEnd: Bool
    private var attributes: [(name: String, value: String)] = []

    /// Elements whose contents are no text.
    static let unread: Set = [
        "script", "style", "title", "textarea", "template", "noscript", "xml", "svg", "select", "iframe",
    ]
    /// Elements that start and end lines.
    static let blocks: Set = [
        "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer",
        "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "ol", "p", "pre", "section", "table",
        "tbody", "tr", "ul",
    ]
    private static let struckOut: Set = ["s", "del", "strike"]
    private static let hidingStyles = ["display:none", "visibility:hidden", "line-through", "mso-hide:all"]
    private static let void: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
    ]

    // The names that Gmail, Outlook, Apple Mail, Thunderbird, Proton Mail, Yahoo, Tuta, Zoho, GMX, Infomaniak, QQ, NetEase, Fastmail,
    // FairEmail and K-9 give to their quotations and signatures.
    private static let quotations: Set = [
        "gmail_quote", "gmail_quote_container", "gmail_attr", "gmail_extra", "moz-cite-prefix",
        "moz-email-headers-table",
        "protonmail_quote", "yahoo_quoted", "iosymail", "tutanota_quote", "zmail_extra", "ik_mail_quote", "quote",
        "isreplycontent", "isforwardcontent", "mailcontent", "origbody", "reply139content", "outlookmessageheader",
        "fairemail_quote", "qt", "k9mail-quote", "reply-intro",
    ]
    private static let signatures: Set = [
        "gmail_signature", "gmail_signature_prefix", "moz-signature", "protonmail_signature_block", "signature",
        "ms-outlook-mobile-signature", "applemailsignature", "fairemail_signature", "k9mail-signature",
        "tutanota_signature",
        "ymail_android_signature", "composer_signature", "sig",
    ]
    private static let ends: Set = [
        "appendonsend", "divrplyfwdmsg", "mail-editor-reference-message-container", "stopspelling", "replysplit",
        "olk_src_body_section", "ms-outlook-mobile-reference-message", "orimsghtmlseperator",
        "ms-outlook-mobile-body-separator-line",
    ]

    /// Reads the tag at an index, and moves the index behind it; nil if there is none.
    ///
    /// A tag without an end takes the rest.
    init?(_ bytes: [UInt8], at index: inout Int) {
        var position = index + 1
        let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEnd { position += 1 }
        guard position < bytes.count, (0x61...0x7A).contains(bytes[position] | 0x20) else { return nil }
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        name = String(decoding: bytes[start..<position].prefix(64), as: UTF8.self).lowercased()
        self.isEnd = isEnd
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if Self.endsName(bytes[position]) || bytes[position] == UInt8(ascii: "=") {
                position += 1
                continue
            }
            let nameStart = position
            while position < bytes.count, !Self.endsName(bytes[position]), bytes[position] != UInt8(ascii: "=") {
                position += 1
            }
            let attribute = String(decoding: bytes[nameStart..<position].prefix(64), as: UTF8.self).lowercased()
            while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
            let hasValue = position < bytes.count && bytes[position] == UInt8(ascii: "=")
            if hasValue { position += 1 }
            let value = hasValue ? Self.value(bytes, at: &position) : []
            if attributes.count < 32 {
                attributes.append((attribute, String(decoding: value.prefix(1024), as: UTF8.self)))
            }
        }
        index = min(position + 1, bytes.count)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    private static func value(_ bytes: [UInt8], at position: inout Int) -> ArraySlice<UInt8> {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
        guard position < bytes.count else { return [] }
        let quote = bytes[position]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { position += 1 }
        let start = position
        while position < bytes.count,
            isQuoted ? bytes[position] != quote : bytes[position] > 0x20 && bytes[position] != UInt8(ascii: ">")
        {
            position += 1
        }
        let value = bytes[start..<position]
        if isQuoted, position < bytes.count { position += 1 }
        return value
    }

    /// The value of an attribute by its name in lower case.
    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// Whether the element can have no contents.
    var isEmpty: Bool { Self.void.contains(name) }

    var role: Role {
        if self["data-signatureblock"] != nil { return .signature }
        let style = self["style"]?.lowercased().filter { $0 > " " } ?? ""
        if Self.struckOut.contains(name) || self["hidden"] != nil
            || Self.hidingStyles.contains(where: { style.range(ofBytes: $0) != nil })
        {
            return isEmpty ? .text : .hidden
        }
        if name == "blockquote",
            self["type"] == "cite" || self["cite"] != nil || style.range(ofBytes: "border-left:") != nil
        {
            return .quotation
        }
        for (name, value) in attributes where name == "class" || name == "id" || name == "name" {
            for word in value.lowercased().unicodeScalars.split(separator: " ") {
                var word = String(word)
                // Outlook renames what it quotes.
                while word.hasPrefix("x_") { word.removeFirst(2) }
                if Self.ends.contains(word) { return .end }
                // Yahoo puts a number before its names.
                if Self.quotations.contains(word) || word.hasPrefix("ydp") && word.range(ofBytes: "yahoo_quoted") != nil
                {
                    return .quotation
                }
                if Self.signatures.contains(word) { return .signature }
            }
        }
        return name == "blockquote" ? .indentation : .text
    }
}

/// Character references of HTML.
enum HTMLEntity {
    private static let names: [String: Unicode.Scalar] = [
        "nbsp": "\u{A0}", "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "times": "×", "frac12": "½",
        "frac14": "¼", "frac34": "¾", "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’",
        "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "deg": "°", "middot": "·", "bull": "•",
        "euro": "€", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}",
        "zwj": "\u{200D}",
        "shy": "\u{AD}", "lrm": "\u{200E}", "rlm": "\u{200F}", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä",
        "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "agrave": "à", "Agrave": "À", "acirc": "â", "aacute": "á",
        "egrave": "è", "eacute": "é", "Eacute": "É", "ecirc": "ê", "iacute": "í", "icirc": "î", "oacute": "ó",
        "ocirc": "ô", "uacute": "ú", "ntilde": "ñ", "ccedil": "ç", "atilde": "ã", "otilde": "õ", "aring": "å",
        "aelig": "æ", "oslash": "ø",
    ]

    /// Reads the reference at an index, and moves the index behind it; an unknown one remains as it is.
    static func scalars(_ bytes: [UInt8], at index: inout Int) -> String.UnicodeScalarView {
        let rest = bytes[(index + 1)...].prefix(32)
        if let end = rest.firstIndex(of: UInt8(ascii: ";")),
            let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
        {
            index = end + 1
            return String.UnicodeScalarView([scalar])
        }
        index += 1
        return "&".unicodeScalars
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return names[name] }
        let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
        return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap { Unicode.Scalar($0) }
    }
}
