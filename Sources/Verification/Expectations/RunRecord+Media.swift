import HeadlessPlayback

extension RunRecord {
    /// What is wrong when media of exactly these variants is to be played.
    func variants(_ expected: [Int64]) -> [Defect] {
        var found: [Int64] = []
        for run in sessions.flatMap(\.ledger.ledger.variants) where found.last != run.bandwidth {
            found.append(run.bandwidth)
        }
        return found == expected ? [] : [defect(expected: "\(expected)", found: "\(found)")]
    }

    /// What is wrong when cues of subtitles are to be shown, in this order.
    func subtitles(_ expected: [ExpectedCue], _ tolerance: MediaTime) -> [Defect] {
        var shown: [(happening: Happening, cue: SubtitleCue)] = []
        var open: [CueName: Int] = [:]
        for happening in happenings {
            switch happening.kind {
            case .event(.didShowCue(let cue, _)):
                open[CueName(cue)] = shown.count
                shown.append((happening, cue))
            case .event(.didHideCue(let cue, _)):
                // Where a cue ends may be known better by then.
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

    /// What is wrong when requests are to be made so many times.
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

    /// What is wrong when no byte is to come over the network: from the moment on at which a download is
    /// played where one is, and otherwise all the time.
    ///
    /// Whatever is not answered out of a store, by a `data:` location or by the player itself counts,
    /// files of this machine included: they stand for a server.
    var noNetwork: [Defect] {
        let first = whenDownloadWasPlayed ?? (requests: 0, licences: 0)
        let asked = requests.dropFirst(first.requests).filter(\.touchesNetwork).map { request in
            defect(
                expected: "no network",
                found: "a request for \(PlaceText.lastPart(of: request.url))", by: request.start)
        }
        return asked
            + licences.dropFirst(first.licences).map { _ in
                defect(expected: "no network", found: "a request for a licence")
            }
    }

    /// What is wrong when the key server is to answer with these statuses.
    func licences(_ expected: [Int]) -> [Defect] {
        licences == expected ? [] : [defect(expected: "\(expected)", found: "\(licences)")]
    }

    /// What is wrong when a download is to end in a way.
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

/// What a cue keeps from being shown to being hidden.
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
