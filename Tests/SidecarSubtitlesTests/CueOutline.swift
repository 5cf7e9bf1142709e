import SidecarSubtitles
import VirtualTime

extension CueTextNode {
    /// The node on one line: `"text"`, `@time`, or `kind.class[voice]:language(…)`.
    var outline: String {
        switch self {
        case .text(let text): return "\"\(text)\""
        case .timestamp(let time): return "@\(time)"
        case .span(let span):
            let classes = span.classes.map { ".\($0)" }.joined()
            var voice = ""
            if case .voice(let name) = span.kind { voice = "[\(name)]" }
            let language = span.language.map { ":\($0)" } ?? ""
            return span.kind.outline + classes + voice + language + "(\(span.children.outline))"
        }
    }
}

extension CueTextSpan.Kind {
    fileprivate var outline: String {
        switch self {
        case .class: "c"
        case .italic: "i"
        case .bold: "b"
        case .underline: "u"
        case .ruby: "ruby"
        case .rubyText: "rt"
        case .voice: "v"
        case .language: "lang"
        }
    }
}

extension [CueTextNode] {
    /// The outlines of the nodes, joined on one line.
    var outline: String { map(\.outline).joined(separator: " ") }
}

/// Returns the tree of a cue text, written on one line.
func outline(_ text: String, language: String? = nil) -> String {
    WebVTTCue(start: .zero, end: .zero, text: text).nodes(language: language).outline
}

/// Reads a file whose header is only the signature.
func read(_ body: String) throws -> WebVTT { try WebVTT(parsing: "WEBVTT\n\n" + body) }
