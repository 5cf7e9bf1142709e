extension LintRule {
    /// An Apple platform that has requirements of its own.
    package enum Platform: String, CaseIterable, Sendable {
        /// iPhone and iPad.
        case iOS
        /// Apple TV.
        case tvOS
        /// Apple Vision Pro.
        case visionOS
        /// AirPlay to another device.
        case airPlay = "AirPlay 2"
    }

    /// The platforms of each rule that applies only to some platforms, keyed by rule code.
    ///
    /// Reference: HLS Authoring Specification of May 2025, the amendments for individual platforms.
    package static let platformsByCode: [String: [Platform]] = [
        "drm.no-senc": [.airPlay],
        "variant.audio-only-listed": [.tvOS, .airPlay],
        "ladder.cellular": [.iOS],
        "set.boundaries": [.airPlay],
        "set.keyframes": [.airPlay],
        "variant.layout-missing": [.visionOS],
        "video.spatial-no-vexu": [.visionOS],
    ]

    /// The Apple platforms that require the rule; empty if only the HLS specification requires it.
    package var platforms: [Platform] {
        if let few = Self.platformsByCode[code] { return few }
        return profile == .apple || appleSeverity != severity ? Platform.allCases : []
    }

    /// The platforms as text; `nil` if only the HLS specification requires the rule.
    package var platformWords: String? {
        let platforms = platforms
        if platforms.isEmpty { return nil }
        return platforms == Platform.allCases
            ? "all" : platforms.map(\.rawValue).joined(separator: ", ")
    }
}
