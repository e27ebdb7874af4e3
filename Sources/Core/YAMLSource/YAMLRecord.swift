/// One node in a document's arena: nodes are in source order, each followed by its descendants.
struct YAMLRecord: Sendable {
    /// The span in the source.
    var start: Int32
    var end: Int32
    /// The scalar's text, in the source or, if it differs from its source, in the decoded texts.
    var textStart: Int32
    var textEnd: Int32
    /// The index after the node and all its descendants; for an alias, the index of its target.
    var next: Int32
    var kind: YAMLNode.Kind
    var style: YAMLNode.Style
    var isDecoded: Bool
    var isAlias: Bool
}
