import Formats
import Playlists
import VirtualTime

/// The rules about the values of cue tags.
struct CueTagRules {
    let playlist: LintedPlaylist

    func check(_ log: inout BreachLog) {
        for tag in playlist.text.tags {
            guard let kind = CueMarker.Kind(rawValue: tag.tag.rawValue) else { continue }
            let marker = CueMarker(kind, value: tag.value)
            // A tag within a break repeats the splice message of the first tag of the break. A
            // player that joins the broadcast within the break receives only the repetition.
            if let splice = marker.splice,
                let fault = SpliceFault(text: splice, of: kind.rawValue)
            {
                log.note(
                    "range.scte35-unreadable", in: playlist.url, line: tag.line, column: tag.column,
                    fault.problem, expected: fault.expected)
            }
            if kind == .out, let length = marker.statedLength, marker.duration == nil {
                log.note(
                    "cue.duration-unreadable", in: playlist.url, line: tag.line, column: tag.column,
                    "\(kind.rawValue) states the duration \"\(SafeText.quoted(length))\"",
                    expected: "a number of seconds")
            }
        }
    }
}

extension CueMarker {
    /// The duration as the tag states it; `nil` when the tag states none.
    fileprivate var statedLength: String? {
        if let named = self[attribute: "DURATION"] { return named }
        let text = positional?.filter { $0 != "\"" }
        return text?.isEmpty == false ? text : nil
    }
}
