internal import Mustache
internal import PrintableText
internal import Quoting

/// Escapes text for HTML and XML, in content and in attributes with double quotes.
///
/// Mustache's own escaping goes by grapheme clusters and so misses a quotation mark with a combining character after it.
struct PageText: MustacheContentType {
    /// The name in templates: `{{% CONTENT_TYPE:PAGE}}`.
    static let name = "PAGE"

    /// The text on one line, without characters that may not be in a page (`isUnprintable`; XML 1.0, section 2.2), escaped.
    func escapeText(_ text: String) -> String {
        let special: (UInt8) -> Bool = { $0 < 0x20 || $0 > 0x7E || [0x22, 0x26, 0x27, 0x3C, 0x3E].contains($0) }
        return text.utf8.contains(where: special) ? MarkupText.escaped(text.printable) : text
    }
}
