/// A plugin writes text for other programs in these forms, such as `JSONText` and `ShellText`.
@_exported public import Quoting
