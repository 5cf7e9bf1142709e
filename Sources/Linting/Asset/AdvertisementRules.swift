import Formats
import Playlists

/// The rules that compare the playlist of an interstitial with the playlist of the programme.
///
/// Reference: HLS Authoring Specification, 3.2 to 3.5.
struct AdvertisementRules {
    let file: SideFile
    /// The multivariant playlist of the programme; `nil` when the programme has none.
    let programme: MultivariantPlaylist?

    /// The codecs of subtitles, which advertisements need not share with their programme.
    private static let texts: Set<String> = ["wvtt", "stpp"]
    /// The largest permitted ratio of an advertisement's lowest bandwidth to the programme's.
    ///
    /// Measuring errors can explain a ratio up to this value.
    private static let tolerance = 1.1

    func check(_ log: inout BreachLog) {
        func note(_ code: String, _ problem: String, _ expected: String) {
            log.note(
                code, in: file.playlist, line: file.line,
                file.naming(problem), expected: expected)
        }
        if file.isMediaFile {
            guard file.isMediaRead, let failure = file.failure else { return }
            return note("ad.unreadable", failure, "media that can be played to its end")
        }
        guard let bytes = file.bytes else {
            let reason = file.failure ?? "it was not loaded"
            return note("ad.unreadable", reason, "a playlist that can be loaded")
        }
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(parsing: bytes, options: ParsingOptions(uri: file.url))
        } catch {
            return note("ad.unreadable", "\(error)", "a playlist")
        }
        // A media playlist declares no codecs or bandwidths to compare.
        guard case .multivariant(let advertisement) = playlist, let programme else { return }
        compare(advertisement.variants, with: programme.variants, note)
    }

    private typealias Note = (String, String, String) -> Void

    private func compare(
        _ own: [VariantStream], with others: [VariantStream], _ note: Note
    ) {
        let known = Set(others.flatMap(Self.codecs))
        let foreign = Set(own.flatMap(Self.codecs)).subtracting(known)
        if !known.isEmpty, !foreign.isEmpty {
            note(
                "ad.codecs",
                "it has \(foreign.sorted().joined(separator: ", ")), and the programme has not",
                known.sorted().joined(separator: ", "))
        }
        let ratios = others.compactMap(Self.ratio)
        let wrong = own.first { variant in
            guard let ratio = Self.ratio(of: variant), !ratios.isEmpty else { return false }
            return !ratios.contains { abs($0 - ratio) < ratio * 0.02 }
        }
        if let size = wrong?.resolution {
            note(
                "ad.aspect", "a variant has \(size.width)x\(size.height)",
                "the aspect ratio of the programme")
        }
        let rates = others.compactMap(\.frameRate)
        let odd = own.lazy.compactMap(\.frameRate).first { rate in
            !rates.isEmpty && !rates.contains { abs($0 - rate) < 0.05 }
        }
        if let odd {
            note(
                "ad.frame-rate", "a variant has \(odd) frames per second",
                rates.map { "\($0)" }.joined(separator: " or "))
        }
        // A viewer of the lowest variant must be able to load the advertisement too.
        if let least = own.map(\.bandwidth).min(), let usual = others.map(\.bandwidth).min(),
            Double(least) > Double(usual) * Self.tolerance
        {
            note(
                "ad.bandwidth",
                "its lowest variant has \(ClaimRules.words(Double(least))), and that of the programme"
                    + " \(ClaimRules.words(Double(usual)))",
                "a variant with \(ClaimRules.words(Double(usual)))")
        }
    }

    private static func codecs(of variant: VariantStream) -> [String] {
        variant.codecs.map(CodecName.family).filter { !texts.contains($0) }
    }

    private static func ratio(of variant: VariantStream) -> Double? {
        variant.resolution.flatMap { size in
            size.height > 0 ? Double(size.width) / Double(size.height) : nil
        }
    }
}
