/// One node in a document's arena: nodes stand in the order of the text, each followed by what is in it.
struct YAMLRecord: Sendable {
    /// The span in the source.
    var start: Int32
    var end: Int32
    /// The scalar's text, in the source or, where it differs from its source, among the decoded texts.
    var textStart: Int32
    var textEnd: Int32
    /// The index past the node and all that is in it; of an alias, the index of what it stands for.
    var next: Int32
    var kind: YAMLNode.Kind
    var style: YAMLNode.Style
    var isDecoded: Bool
    var isAlias: Bool
}
