import Quoting
import TestSupport
import Testing

/// PyYAML reads the scalars back.
@Suite(.requires(.python("yaml", in: "python3-yaml"))) struct YAMLTextTests {
    private static let reader = """
        import yaml
        documents = yaml.load_all(open(sys.argv[1], "rb"), Loader=yaml.BaseLoader)
        print(json.dumps([value for document in documents for value in document]))
        """

    private static let styles: [(YAMLText.Style?, Bool)] = [
        (nil, false), (nil, true), (.plain, false), (.singleQuoted, false), (.doubleQuoted, false),
    ]

    @Test(arguments: styles) func pythonReadsTheScalars(style: YAMLText.Style?, isQuoted: Bool) throws {
        let texts = HardTexts.all(seed: 10) + ["\u{0}", "\u{FFFE}a", "\u{1F}", "\u{7F}", "a\u{2029}b", "y", "07:30"]
        let scalars = texts.map { YAMLText.scalar($0, like: style, isQuoted: isQuoted) }
        let list = scalars.map { "- \($0)\n" }.joined()
        HardTexts.expect(try HardTexts.python(Self.reader, list), texts, "list")
        HardTexts.expect(
            try HardTexts.python(Self.reader, "[" + scalars.joined(separator: ", ") + "]\n"),
            texts,
            "flow"
        )
    }

    /// The style is kept if it can represent the text.
    @Test(arguments: [
        ("it's", YAMLText.Style.singleQuoted, "'it''s'"), ("'\u{301}", .singleQuoted, "'''\u{301}'"),
        ("a", .plain, "a"), ("#a", .plain, "\"#a\""), ("a\nb", .singleQuoted, #""a\nb""#),
        ("a\u{2028}b", .singleQuoted, #""a\u2028b""#), ("a", .doubleQuoted, "\"a\""),
    ])
    func theStyleIsKept(text: String, style: YAMLText.Style, written: String) {
        HardTexts.expect([YAMLText.scalar(text, like: style)], [written])
    }
}
