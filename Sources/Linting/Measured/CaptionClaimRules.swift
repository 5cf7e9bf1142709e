import Formats
import Playlists
import VirtualTime

/// The rules that compare the closed captions in a variant's video with the declared ones.
///
/// Reference: rfc8216bis, sections 4.4.6.1 (INSTREAM-ID) and 4.4.6.2 (CLOSED-CAPTIONS).
struct CaptionClaimRules {
    let main: LintedPlaylist
    let multivariant: MultivariantPlaylist
    let claim: StreamClaim

    /// The CEA-608 channels and the CEA-708 services that by convention have the same captions.
    ///
    /// Declaring such a channel also declares its service, and vice versa.
    private static let twins = [
        "CC1": "SERVICE1", "SERVICE1": "CC1", "CC3": "SERVICE2", "SERVICE2": "CC3",
    ]

    func check(_ log: inout BreachLog) {
        guard claim.stream.segments.contains(where: { $0.track(.video) != nil }) else { return }
        let found = claim.stream.segments.reduce(into: Set<String>()) {
            $0.formUnion($1.captions)
        }
        let column = claim.tag.column(of: "CLOSED-CAPTIONS")
        if case .some(.none) = claim.variant.closedCaptions, let first = found.min() {
            log.note(
                "variant.captions-none-false", in: main.url, line: claim.tag.line, column: column,
                "\(claim.name) declares CLOSED-CAPTIONS=NONE, and the video has \(words(found))"
                    + " from \(place(of: first)) on",
                expected: "CLOSED-CAPTIONS of a group with \(words(found))")
            return
        }
        let declared = declared
        func isPaired(_ service: String, in services: Set<String>) -> Bool {
            services.contains(service)
                || Self.twins[service].map(services.contains) ?? false
        }
        let undeclared = found.filter { !isPaired($0, in: declared) }
        if let first = undeclared.min() {
            log.note(
                "variant.captions-undeclared", in: main.url, line: claim.tag.line, column: column,
                "the video of \(claim.name) has \(words(undeclared)) from \(place(of: first)) on,"
                    + " which no EXT-X-MEDIA of its group declares",
                expected: "EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS with INSTREAM-ID=\"\(first)\"")
        }
        if !declared.isEmpty { checkGaps(&log) }
        let absent = declared.filter { !isPaired($0, in: found) }
        guard claim.stream.isWhole, !absent.isEmpty else { return }
        log.note(
            "variant.captions-absent", in: main.url, line: claim.tag.line, column: column,
            "\(claim.name) declares \(words(absent)), and its video has"
                + " \(found.isEmpty ? "no captions" : "only \(words(found))")",
            expected: "captions in the video, or no EXT-X-MEDIA for them")
    }

    /// Finds segments without caption data among segments whose pictures have caption data.
    ///
    /// The media between two discontinuities may have none, as advertisements often do. Data that
    /// few pictures have proves nothing, because some encoders write it only with a caption.
    private func checkGaps(_ log: inout BreachLog) {
        guard let media = claim.playlist.media else { return }
        for part in claim.stream.parts(of: media) {
            let counted = part.segments.filter {
                $0.captionMessageCount != nil && $0.track(.video) != nil
            }
            let filled = counted.filter { segment in
                let pictures = segment.track(.video)?.sampleCount ?? 0
                return pictures > 0 && 2 * (segment.captionMessageCount ?? 0) > pictures
            }
            let empty = counted.filter { $0.captionMessageCount == 0 }
            guard !filled.isEmpty, let first = empty.first else { continue }
            let name = claim.playlist.shownName(of: media.segments[first.index].uri)
            let noun = empty.count == 1 ? "segment has" : "segments have"
            return log.note(
                "variant.captions-gap", in: main.url, line: claim.tag.line,
                column: claim.tag.column(of: "CLOSED-CAPTIONS"),
                "\(empty.count) \(noun) no caption data in the video of \(claim.name), the first is"
                    + " \(name); \(filled.count) of the others have it",
                expected: "caption data in all of them", resource: first.url)
        }
    }

    /// The caption services that the variant's closed captions group declares.
    private var declared: Set<String> {
        guard let group = claim.variant.closedCaptionsGroup else { return [] }
        return Set(
            multivariant.renditions.compactMap {
                $0.kind == .closedCaptions && $0.groupID == group ? $0.instreamID : nil
            })
    }

    private func words(_ services: Set<String>) -> String {
        SafeText.line(services.sorted().joined(separator: ", "))
    }

    /// Returns the position of the first segment with a caption service, as minutes and seconds.
    private func place(of service: String) -> String {
        let segment = claim.stream.segments.first { $0.captions.contains(service) }
        let media = claim.playlist.media
        let before = media?.segments.prefix(segment?.index ?? 0) ?? []
        return ClaimRules.clock(before.reduce(.zero) { $0 + $1.duration })
    }
}
