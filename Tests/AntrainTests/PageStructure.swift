import Foundation
import FoundationXML

/// The elements of a page that is well-formed XML.
final class PageStructure: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        let parents: [String]
        /// The text inside, that of other elements included.
        var text = ""
        var children: [String] = []
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []
    private(set) var problem: String?

    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() {
            problem = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "not well-formed")"
        }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        if let parent = open.last { elements[parent].children.append(name) }
        open.append(elements.count)
        elements.append(
            Element(name: name, attributes: attributes, parents: open.dropLast().map { elements[$0].name })
        )
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }

    func all(_ names: String...) -> [Element] { elements.filter { names.contains($0.name) } }

    /// The texts of elements, each on one line.
    func texts(_ names: String...) -> [String] {
        elements.filter { names.contains($0.name) }.map { element in
            element.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// What is wrong with the page for people who cannot see it, and what it would load.
    var faults: [String] {
        var faults = [problem].compactMap { $0 }
        if all("html").first?.attributes["lang"]?.isEmpty != false { faults.append("the page has no language") }
        var level = 0
        for heading in all("h1", "h2", "h3", "h4", "h5", "h6") {
            let next = Int(heading.name.dropFirst()) ?? 0
            if next > level + 1 || (next == 1) != (level == 0) { faults.append("\(heading.name) after h\(level)") }
            level = next
        }
        let ids = elements.compactMap { $0.attributes["id"] }
        if Set(ids).count != ids.count { faults.append("an id is used twice") }
        for element in elements {
            for id in (element.attributes["aria-labelledby"] ?? "").split(separator: " ")
            where !ids.contains(String(id)) {
                faults.append("nothing has the id \(id)")
            }
            let loading = ["src", "href", "xlink:href", "srcset", "action", "data", "poster", "onload", "onclick"]
            faults += loading.filter { element.attributes[$0] != nil }.map { "<\(element.name) \($0)>" }
            if ["script", "link", "iframe", "img", "object", "embed", "form"].contains(element.name) {
                faults.append("<\(element.name)>")
            }
            if element.name == "svg", element.attributes["aria-hidden"] != "true", !element.parents.contains("ul") {
                let isNamed =
                    element.children.prefix(2) == ["title", "desc"]
                    && element.attributes["aria-labelledby"]?.split(separator: " ").count == 2
                if element.attributes["role"] != "img" || !isNamed { faults.append("an image has no name") }
            }
            if element.name == "details", element.children != ["summary", "table"] {
                faults.append("details without a summary and a table")
            }
        }
        // Browsers then load and run nothing, whatever is on the page.
        let policy = all("meta").first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        if policy?.attributes["content"] != "default-src 'none'; style-src 'unsafe-inline'" {
            faults.append("the page has no content security policy")
        }
        let style = texts("style").joined()
        for part in ["http", "url(", "@import", "@font-face"] where style.contains(part) {
            faults.append("the style has \(part)")
        }
        return faults
    }
}
