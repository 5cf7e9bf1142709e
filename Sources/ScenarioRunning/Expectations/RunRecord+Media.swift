import Formats
import HeadlessPlayback
import Presentation
import Scenarios
import Transport

extension RunRecord {
    /// Returns a defect if the number of playlists that faults have changed is outside a range.
    func alteredPlaylists(_ range: ClosedRange<Int>) -> [Defect] {
        let found = sessions.reduce(0) { sum, session in
            sum + session.ledger.ledger.remarks.count { $0.kind == .alteredPlaylist }
        }
        guard !range.contains(found) else { return [] }
        return [
            defect(
                expected: "altered playlists \(range.words)", found: (found...found).words,
                at: happenings.last)
        ]
    }

    /// Returns a defect if the sequence of played variants is not the expected one.
    func variants(_ expected: [Int64]) -> [Defect] {
        var found: [(session: Int, run: VariantRun)] = []
        for session in sessions {
            for run in session.ledger.ledger.variants
            where found.last?.run.bandwidth != run.bandwidth {
                found.append((session.number, run))
            }
        }
        let bandwidths = found.map(\.run.bandwidth)
        guard bandwidths != expected else { return [] }
        // The index of the first difference.
        let place = found.indices.first {
            !expected.indices.contains($0) || bandwidths[$0] != expected[$0]
        }
        let other = place.map { found[$0] }
        return [
            defect(
                expected: "\(expected)", found: "\(bandwidths)",
                at: other.flatMap { firstProgress(of: $0.session, from: $0.run.start) })
        ]
    }

    /// Returns a defect for each expected subtitle cue that is not shown in the given order.
    func subtitles(_ expected: [ExpectedCue], _ tolerance: MediaTime) -> [Defect] {
        var shown: [(happening: Happening, cue: SubtitleCue)] = []
        var open: [CueName: Int] = [:]
        for happening in exemplars {
            switch happening.kind {
            case .event(.didShowCue(let cue, _)):
                open[CueName(cue)] = shown.count
                shown.append((happening, cue))
            case .event(.didHideCue(let cue, _)):
                // When the cue is hidden, its end may be known more exactly than when it was shown.
                if let place = open.removeValue(forKey: CueName(cue)) {
                    shown[place].cue.end = cue.end
                }
            default: break
            }
        }
        var rest = shown[...]
        var defects: [Defect] = []
        for cue in expected {
            if let place = rest.firstIndex(where: { cue.fits($0.cue, tolerance) }) {
                rest = rest[(place + 1)...]
                continue
            }
            let alike = rest.first { $0.cue.plainText == cue.text }
            let found = alike.map { "it is shown from \($0.cue.start) to \($0.cue.end)" }
            let place = alike?.happening ?? rest.first?.happening ?? shown.last?.happening
            defects.append(
                defect(
                    expected: cue.words, found: found ?? "no such cue is shown", at: place))
        }
        return defects
    }

    /// Returns a defect if the number of matching requests is outside the range.
    func requests(_ pattern: RequestPattern, _ range: ClosedRange<Int>) -> [Defect] {
        let fitting = requests.filter { !$0.isStored && $0.fits(pattern) }
        let count = fitting.count
        guard !range.contains(count) else { return [] }
        let place = fitting.dropFirst(range.upperBound).first
        return [
            defect(
                expected: "requests for \(pattern.words) \(range.words)",
                found: (count...count).words, by: place?.start)
        ]
    }

    /// A defect for each request over the network, including licence requests.
    ///
    /// If the run plays a download, requests count only from the first playback of a download. In
    /// any other run, all requests count.
    ///
    /// A request counts unless a store, a `data:` location or the player itself provides the
    /// response. Requests for local files count too, because local files represent a server.
    var noNetwork: [Defect] {
        let first = whenDownloadWasPlayed ?? (requests: 0, licences: 0)
        let asked = requests.dropFirst(first.requests).filter(\.touchesNetwork).map { request in
            defect(
                expected: "no network",
                found: "a request for \(PlaceText.lastPart(of: request.url))", by: request.start)
        }
        return asked
            + keyUse.licences.dropFirst(first.licences).map { _ in
                defect(expected: "no network", found: "a request for a licence")
            }
    }

    /// Returns a defect if the statuses of the key server's responses are not the expected ones.
    func licences(_ expected: [Int]) -> [Defect] {
        let found = keyUse.licences
        return found == expected ? [] : [defect(expected: "\(expected)", found: "\(found)")]
    }

    /// Returns a defect if the download of an asset does not have the expected outcome.
    func download(_ place: Int, _ expected: DownloadOutcome) -> [Defect] {
        let found = downloads[place] ?? .absent
        guard found != expected else { return [] }
        let name = scenario.assets.name(of: place)
        return [
            defect(
                expected: "the download of \(name) is \(expected.rawValue)", found: found.rawValue,
                at: happenings.last { if case .offline = $0.kind { true } else { false } })
        ]
    }
}

extension RequestRecord {
    fileprivate var touchesNetwork: Bool {
        guard !isStored else { return false }
        switch ResourceScheme(of: url) {
        case .data, .other: return false
        default: return true
        }
    }
}

/// The properties by which a shown cue and a hidden cue are recognized as the same cue.
private struct CueName: Hashable {
    let id: String
    let start: MediaTime
    let text: String

    init(_ cue: SubtitleCue) {
        id = cue.id
        start = cue.start
        text = cue.text
    }
}

extension ExpectedCue {
    fileprivate func fits(_ cue: SubtitleCue, _ tolerance: MediaTime) -> Bool {
        func isNear(_ expected: MediaTime?, _ found: MediaTime) -> Bool {
            expected.map { max($0 - found, found - $0) <= tolerance } ?? true
        }
        return text == cue.plainText && isNear(start, cue.start) && isNear(end, cue.end)
    }

    /// The cue in a few words.
    fileprivate var words: String {
        let place = [start.map { "from \($0)" }, end.map { "to \($0)" }].compactMap { $0 }
        let line = text.split(separator: "\n").joined(separator: " / ")
        return (["\"\(line)\""] + place).joined(separator: " ")
    }
}
