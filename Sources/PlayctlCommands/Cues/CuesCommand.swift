import AssetChecking
import CommandTree
import HeadlessPlayback
import Transport

/// `playctl cues`: lists the markers in an asset.
struct CuesCommand {
    let options: CuesOptions
    let output: OutputStream
    let errors: OutputStream

    /// Plays the asset and lists its markers.
    ///
    /// - Returns: The exit code. The formats for cue points cannot represent an unreadable marker
    ///   or a date range without a position. In these formats, such a marker or date range is a
    ///   failure.
    /// - Throws: ``CommandFailure`` when playback cannot begin.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let asset = try NamedAsset(
            options.asset, hosts: options.hosts, facts: FactLog(options.isVerbose, on: errors))
        asset.catalogue?.warnOfUnread(to: errors)
        var video = Video(sources: asset.video.sources)
        video.assetOptions = asset.video.assetOptions
        let survey = try await asset.survey(
            video, variants: options.variants, keys: options.keys,
            timeLimit: options.timeLimit, keepsHistory: false)
        if survey.wasInterrupted || Interruption.hasHappened { return .interrupted }
        let listing = MarkerListing(
            survey.survey, tolerance: options.tolerance, isComplete: survey.troubles.isEmpty)
        switch options.format {
        case .text: output.write(listing.text)
        case .json: output.write(listing.json(title: asset.title))
        case .cuePoints: output.write(listing.cuePoints.json)
        case .csv: output.write(listing.cuePoints.csv)
        }
        output.flush()
        var isWhole = survey.troubles.isEmpty
        if options.format == .cuePoints || options.format == .csv {
            let unreadable = listing.wordsOfUnreadable
            let unplaced = survey.survey.streams.flatMap(\.unplacedDateRanges)
            isWhole = isWhole && unreadable.isEmpty && unplaced.isEmpty
            for words in unreadable { errors.write("playctl: \(asset.place): \(words)\n") }
            for words in listing.wordsBehindEnd {
                errors.write("playctl: \(words) is after the end, so it is not a cue point\n")
            }
        }
        asset.noteGrowth(of: survey.survey, to: errors)
        asset.warn(of: survey, to: errors)
        for stream in survey.survey.streams {
            for id in stream.unplacedDateRanges {
                errors.write(
                    "playctl: \(stream.name): date range \(id) has no place: there is no date\n")
            }
        }
        for trouble in survey.troubles { errors.write("playctl: \(asset.place): \(trouble)\n") }
        errors.flush()
        return isWhole ? .success : .failed
    }
}
