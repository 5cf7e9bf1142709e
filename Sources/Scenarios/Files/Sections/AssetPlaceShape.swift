import Formats
import HeadlessPlayback
import RunResults

extension Shape<Int> {
    /// The syntax of a reference to an asset of the file, by the asset's number or name.
    ///
    /// The number is counted from 1. The value is the index of the asset, counted from zero. A name
    /// that several assets have refers to none of them.
    static let assetPlace = Shape(
        .definition(
            "asset-place",
            .any(of: [
                .object([("type", .text("integer")), ("minimum", .number(1))]),
                Shape<String>.name.schema,
            ]))
    ) { value throws(ScenarioFileError) in
        let names = value.surroundings.assetNames
        guard case .scalar(let text, let style) = value.node.content, !value.node.isNull else {
            throw value.unexpected("the place or the name of an asset")
        }
        if style == .plain, YAMLWord(text) == .integer {
            guard let place = Int(text), names.indices.contains(place - 1) else {
                throw value.unexpected("the place of one of \(names.count) assets, from 1 on")
            }
            return place - 1
        }
        return try value.assetPlace(named: text)
    }
}

extension FileValue {
    /// Returns the index of the only asset of the file that has a name.
    fileprivate func assetPlace(named text: String) throws(ScenarioFileError) -> Int {
        let names = surroundings.assetNames
        guard let place = names.firstIndex(of: text) else {
            throw error(
                .unknownName(
                    text, nearest: nearestWord(to: text, in: names.compactMap(\.self)),
                    what: "the name of an asset"))
        }
        guard names.lastIndex(of: text) == place else {
            throw unexpected("the place of an asset, or a name that no other asset has")
        }
        return place
    }
}

/// The asset and the parameters of a download that have been read so far.
struct DownloadDraft: Sendable {
    var asset = 0
    var parameters: OfflineVideoParameters?

    /// Changes the parameters of the download, and creates them if they are missing.
    mutating func with(_ change: (inout OfflineVideoParameters) -> Void) {
        var parameters = self.parameters ?? OfflineVideoParameters()
        change(&parameters)
        self.parameters = parameters
    }
}

extension Shape<DownloadDraft> {
    /// The syntax of a download: a reference to an asset, or a mapping with details.
    static let download = Shape.either(
        scalar: Shape<Int>.assetPlace.map { DownloadDraft(asset: $0) },
        mapping: .mapping(
            "An asset, and the options of its download.", from: { DownloadDraft() },
            fields: [
                Field("asset", .assetPlace, "Its place from 1 on, or its name.", isRequired: true) {
                    $0.asset = $1
                },
                Field("bitrate", .rate, "The bandwidth of the variant to take.") { draft, rate in
                    draft.with { $0.requestedBitrate = rate }
                },
                Field("name", .name, "The displayed name.") { draft, name in
                    draft.with { $0.displayName = name }
                },
                Field("purchase", .truth, "Whether the licence is permanent.") {
                    draft, truth in draft.with { $0.fairPlayLicensePurchase = truth }
                },
                Field("rental-duration", .duration, "The requested validity of the licence.") {
                    draft, time in
                    draft.with { $0.fairPlayLicenseRentalDuration = time.seconds }
                },
                Field(
                    "play-duration", .duration, "The requested validity from the first playback on."
                ) { draft, time in
                    draft.with { $0.fairPlayLicensePlayDuration = time.seconds }
                },
                Field(
                    "subtitles", Shape<String>.language.list(isEmptyAllowed: true),
                    "The languages of sideband subtitles."
                ) { draft, languages in draft.with { $0.subtitleLanguages = languages } },
            ])
    ).named("download")
}
