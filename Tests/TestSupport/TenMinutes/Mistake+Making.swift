public import HeadlessPlayback

extension Mistake {
    /// Returns the streams in which a mistake is made.
    private static func streams(_ extent: Extent) -> [String] {
        extent == .one ? ["mid"] : ["low", "mid", "high"]
    }

    /// Makes the mistake in a correct asset.
    ///
    /// A mistake in one variant stream is made in the second stream, `mid`.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - extent: Whether one variant stream or all have the mistake, if both are possible.
    public func make(in asset: TenMinuteAsset, _ extent: Extent = .one) {
        switch self {
        case .cuePointOff, .cuePointBetweenKeyframes: break
        case .segmentGone: asset.remove(asset.segment(12, of: "mid"))
        case .bandwidthTooLow: lowerBandwidths(asset)
        case .wrongCodecs: claimOtherCodecs(asset)
        case .wrongResolution: asset.change("index.m3u8") { $0.replacing("128x72", with: "128x96") }
        case .audioEndsEarly: endEarly(asset)
        case .wrongProgramDateTime: shiftDates(asset, extent)
        case .dateRangeTwice: useDateRangeTwice(asset)
        case .discontinuityMissing: forgetDiscontinuity(asset, extent)
        case .subtitlesLate: delaySubtitles(asset)
        case .wrongDuration: claimShortSegment(asset)
        case .targetDurationTooSmall:
            asset.change("mid/index.m3u8") { $0.replacing("DURATION:6", with: "DURATION:4") }
        case .nameTwice:
            asset.change("index.m3u8") { $0.replacing("\"Deutsch\"", with: "\"English\"") }
        case .audioGroupMissing:
            asset.change("index.m3u8") {
                $0.replacing(",AUDIO=\"sound\"", with: ",AUDIO=\"other\"")
            }
        case .cueOutLate: delayCueOut(asset)
        case .cueInMissing:
            for stream in Self.streams(.all) + ["en", "de"] {
                asset.change("\(stream)/index.m3u8") { $0.replacing("#EXT-X-CUE-IN\n", with: "") }
            }
        case .bytesLost: loseBytes(asset, extent)
        case .segmentsSwapped: swapSegments(asset)
        case .subtitleFileGone: asset.remove("subtitles-de/5.vtt")
        case .mapMissing: forgetMap(asset)
        case .endListMissing:
            for stream in extent == .one ? ["mid"] : TenMinuteMedia.streams {
                asset.change("\(stream)/index.m3u8") { $0.replacing("#EXT-X-ENDLIST\n", with: "") }
            }
        }
    }

    /// Makes a form of the mistake in a correct asset.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - asset: The asset.
    ///   - extent: Whether one variant stream or all have the mistake, if both are possible.
    public func make(_ form: Form, in asset: TenMinuteAsset, _ extent: Extent = .one) {
        switch form {
        case .usual: make(in: asset, extent)
        case .profile:
            // The profile, baseline or any other, becomes High 4:4:4.
            asset.changeLines("index.m3u8") { line in
                guard let codec = line.firstRange(of: "avc1.") else { return [line] }
                let end = line.index(codec.upperBound, offsetBy: 2)
                return ["\(line[..<codec.upperBound])F4\(line[end...])"]
            }
        case .frameRate:
            asset.change("index.m3u8") {
                $0.replacing("FRAME-RATE=25.000", with: "FRAME-RATE=50.000")
            }
        case .shortBreak:
            for stream in Self.streams(.all) + ["en", "de"] { endBreakLate(asset, stream) }
        }
    }

    /// Delays the first CUE-IN by five segments, about 30 seconds.
    private func endBreakLate(_ asset: TenMinuteAsset, _ stream: String) {
        var wait: Int?
        var isDone = false
        asset.changeLines("\(stream)/index.m3u8") { line in
            if line == "#EXT-X-CUE-IN", !isDone {
                (wait, isDone) = (5, true)
                return []
            }
            guard let left = wait, line.hasPrefix("#EXTINF") else { return [line] }
            wait = left > 0 ? left - 1 : nil
            return left == 0 ? ["#EXT-X-CUE-IN", line] : [line]
        }
    }

    /// The expected cue points; one of them may be wrong, if that is the mistake.
    public var cuePoints: CuePointCollection {
        switch self {
        case .cuePointOff:
            [.at(.seconds(180), type: "AdSlot"), .at(.seconds(391), type: "AdSlot")]
        case .cuePointBetweenKeyframes:
            CuePointCollection(TenMinuteAsset.breaks + [.at(.milliseconds(63_400), type: "CODE")])
        default: TenMinuteAsset.breaks
        }
    }

    // MARK: Playlists

    /// Declares a bandwidth that is 2.3 times too low.
    private func lowerBandwidths(_ asset: TenMinuteAsset) {
        asset.changeLines("index.m3u8") { line in
            guard let name = line.firstRange(of: "INF:BANDWIDTH="),
                let end = line[name.upperBound...].firstIndex(of: ","),
                let value = Int(line[name.upperBound..<end])
            else { return [line] }
            return ["\(line[..<name.upperBound])\(value * 10 / 23)\(line[end...])"]
        }
    }

    private func claimOtherCodecs(_ asset: TenMinuteAsset) {
        asset.changeLines("index.m3u8") { line in
            guard let name = line.firstRange(of: "CODECS=\""),
                let end = line[name.upperBound...].firstIndex(of: "\"")
            else { return [line] }
            return ["\(line[..<name.upperBound])hvc1.1.6.L93.B0,ec-3\(line[end...])"]
        }
    }

    /// Removes the last two segments: one of six seconds, and one of a single frame.
    private func endEarly(_ asset: TenMinuteAsset) {
        asset.change("de/index.m3u8") { text in
            var lines = text.split(separator: "\n").map(String.init)
            lines.removeSubrange(lines.count - 5..<lines.count - 1)
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// Makes the date after the first break seven seconds too late.
    private func shiftDates(_ asset: TenMinuteAsset, _ extent: Extent) {
        for stream in Self.streams(extent) + (extent == .all ? ["en", "de"] : []) {
            asset.change("\(stream)/index.m3u8") {
                $0.replacing(
                    "TIME:\(TenMinuteText.date(210))", with: "TIME:\(TenMinuteText.date(217))")
            }
        }
    }

    private func useDateRangeTwice(_ asset: TenMinuteAsset) {
        for stream in Self.streams(.all) + ["en", "de"] {
            asset.change("\(stream)/index.m3u8") {
                $0.replacing("ID=\"break-2\"", with: "ID=\"break-1\"")
            }
        }
    }

    private func forgetDiscontinuity(_ asset: TenMinuteAsset, _ extent: Extent) {
        for stream in Self.streams(extent) {
            asset.changeOccurrence(1, of: "#EXT-X-DISCONTINUITY", in: "\(stream)/index.m3u8") { _ in
                []
            }
        }
    }

    private func claimShortSegment(_ asset: TenMinuteAsset) {
        asset.changeOccurrence(8, of: "#EXTINF:", in: "mid/index.m3u8") { _ in
            ["#EXTINF:3.000000,"]
        }
    }

    private func delayCueOut(_ asset: TenMinuteAsset) {
        let playlist = "mid/index.m3u8"
        asset.changeOccurrence(1, of: "#EXT-X-CUE-OUT", in: playlist) { _ in [] }
        asset.changeOccurrence(32, of: "#EXTINF:", in: playlist) { ["#EXT-X-CUE-OUT:30.000", $0] }
    }

    private func forgetMap(_ asset: TenMinuteAsset) {
        asset.changeOccurrence(2, of: "#EXT-X-MAP", in: "mid/index.m3u8") { _ in [] }
    }

    private func swapSegments(_ asset: TenMinuteAsset) {
        let names = [11, 12].map { String(asset.segment($0, of: "mid").dropFirst("mid/".count)) }
        asset.changeLines("mid/index.m3u8") { line in
            switch line {
            case names[0]: [names[1]]
            case names[1]: [names[0]]
            default: [line]
            }
        }
    }

    // MARK: Media

    private func delaySubtitles(_ asset: TenMinuteAsset) {
        for number in 0..<11 {
            asset.change("subtitles-de/\(number).vtt") {
                $0.replacing("MPEGTS:9", with: "MPEGTS:18").replacing(
                    "MPEGTS:0,", with: "MPEGTS:900000,")
            }
        }
    }

    /// Removes sixteen video packets in one stream, or zeros bytes in all streams.
    ///
    /// The zeroed bytes are in the middle of a segment of 150 frames, and have about the size of
    /// eight frames.
    private func loseBytes(_ asset: TenMinuteAsset, _ extent: Extent) {
        for stream in Self.streams(extent) {
            let name = asset.segment(12, of: stream)
            var bytes = asset.bytes(name)
            switch extent {
            case .one:
                let packets = TransportPackets(bytes)
                bytes = packets.dropping(16, of: packets.busiest, from: 30)
            case .all:
                let start = bytes.count / 2 + 77
                let end = start + bytes.count / 18
                bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
            }
            asset.replace(name, with: bytes)
        }
    }
}

extension TenMinuteAsset {
    /// Changes the lines of a file.
    func changeLines(_ name: String, _ body: (String) -> [String]) {
        change(name) { text in
            text.split(separator: "\n").flatMap { body(String($0)) }.joined(separator: "\n") + "\n"
        }
    }

    /// Changes one of the lines that start with a given text.
    ///
    /// `number` counts only these lines, from 1.
    func changeOccurrence(
        _ number: Int, of beginning: String, in name: String, _ body: (String) -> [String]
    ) {
        var count = 0
        changeLines(name) { line in
            guard line.hasPrefix(beginning) else { return [line] }
            count += 1
            return count == number ? body(line) : [line]
        }
        precondition(count >= number, "\(name) has \(count) lines of \(beginning)")
    }
}
