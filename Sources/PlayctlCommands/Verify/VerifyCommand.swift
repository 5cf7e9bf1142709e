import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import RunResults
import Sessions

/// `playctl verify`: checks an asset against the cue points that are expected in it.
struct VerifyCommand {
    let options: VerifyOptions
    let output: OutputStream
    let errors: OutputStream

    /// Plays the asset and compares it with the expected cue points.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when playback cannot begin, or a report cannot be written.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let facts = FactLog(options.isVerbose, on: errors)
        var delivery = ResultDelivery(
            options: options.reports, output: output, errors: errors, facts: facts,
            isQuiet: options.isQuiet,
            sparing: [options.asset] + [options.cuePoints].compactMap(\.self)
                + options.keys.inputFiles + options.hosts.inputFiles)
        let stopwatch = Stopwatch.started()
        let asset = try NamedAsset(options.asset, hosts: options.hosts, facts: facts)
        asset.catalogue?.warnOfMembers(to: errors)
        var video = asset.video
        if let place = options.cuePoints {
            video.cuePoints = try NamedAsset.cuePoints(
                at: place, of: options.asset, hosts: options.hosts, warningsTo: errors)
            if video.cuePoints.isEmpty {
                throw CommandFailure(file: place, "contains no cue point to verify")
            }
        } else {
            try asset.checkCuePoints(warningsTo: errors)
        }
        if video.cuePoints.isEmpty, let option = options.cuePointOption {
            throw CommandFailure(.usage, "\(UsageError.idle("--\(option)", without: "cue points"))")
        }
        errors.warn(ofOldCodes: options.ignored, in: "--ignore")
        try delivery.open()
        let survey = try await asset.survey(
            video, variants: options.variants, keys: options.keys, timeLimit: options.timeLimit,
            keepsHistory: options.reports != ReportOptions(),
            takesStills: options.reports.html != nil, demuxer: options.demuxer,
            profile: options.profile, requestsUnplayedFiles: true)
        if survey.wasInterrupted || Interruption.hasHappened {
            // The report files are already open, and would otherwise be removed.
            _ = try delivery.finish(planned: 1)
            return .interrupted
        }
        var verifier = AssetVerifier(expecting: video.cuePoints, title: options.name ?? asset.title)
        verifier.keyframeTolerance = options.keyframeTolerance
        verifier.boundaryTolerance = options.boundaryTolerance
        if case .time(let time) = options.tolerance { verifier.tolerance = time }
        verifier.requiresBoundaries = options.requiresBoundaries
        verifier.acceptsGrowingFiles = options.acceptsGrowingFiles
        verifier.requiresMarkers = options.requiresMarkers
        verifier.reportsEachVariant = options.showsEachVariant
        verifier.reportsHistories = options.reports != ReportOptions()
        verifier.ignored = Set(options.ignored)
        var verification = verifier.verify(survey, command: command)
        if let unread = asset.catalogue?.unread {
            verification.result.checks.append(
                Check("variant.played", "every video of the catalogue is played", .skipped(unread)))
        }
        if let profile = options.lint {
            verification.result.checks += try await ruleChecks(
                profile, of: video, survey, beside: verification.result.checks)
            if Interruption.hasHappened {
                _ = try delivery.finish(planned: 1)
                return .interrupted
            }
        }
        verification.result.wallTime = stopwatch()
        verification.result.assets = [options.asset]
        let people = options.reports.claimsStandardOutput ? errors : output
        people.silenced(options.isQuiet).write(verification.table)
        asset.noteGrowth(of: survey.survey, to: errors)
        asset.warn(of: survey, to: errors)
        for text in survey.unequalGroups {
            errors.write("playctl: warning: \(asset.place): \(text)\n")
        }
        if survey.lacksLicence, !options.keys.areGiven {
            errors.write("playctl: \(options.asset): a licence is missing; \(KeyOptions.hint)\n")
        }
        return try delivery.deliver([verification.result])
    }

    /// Returns the results of the lint rules, without findings that the `checks` already report.
    ///
    /// If the options ignore a check, its failure counts as a known issue.
    private func ruleChecks(
        _ profile: LintRule.Profile, of video: Video, _ survey: SurveyedAsset,
        beside checks: [Check]
    ) async throws(CommandFailure) -> [Check] {
        let place = video.sources.first?.url ?? options.asset
        var inspector = AssetInspector(profile)
        inspector.adopt(keys: options.keys)
        let loader = InterruptibleLoader(try options.hosts.loader(of: place))
        var result = await ProgressLine.inspect(
            place, with: inspector, loader: loader, on: errors)
        result.removeFindings(
            reportedBy: checks, of: survey, isWhole: options.variants.isEmpty)
        let ignored = Set(options.ignored.flatMap(CheckCode.current))
        return result.fewChecks(shown: InspectedAsset.shown).map { check in
            guard ignored.contains(check.code), case .failed(let failure) = check.outcome
            else { return check }
            var known = check
            known.outcome = .known(failure, bug: nil)
            return known
        }
    }

    /// The command line without its output paths and secrets.
    private var command: String {
        var words = ["playctl verify", ShellWord.place(options.asset)]
        func add(_ name: String, _ value: String?) {
            if let value { words.append("--\(name) \(ShellWord.quoted(value))") }
        }
        add("name", options.name)
        add("cue-points", options.cuePoints.map(SafeText.url))
        add("keyframe-tolerance", options.keyframeTolerance.word)
        add("boundary-tolerance", options.boundaryTolerance.word)
        if options.requiresBoundaries { words.append("--require-boundaries") }
        if options.acceptsGrowingFiles { words.append("--live") }
        add("tolerance", options.tolerance?.word)
        if options.requiresMarkers { words.append("--require-markers") }
        add("lint", options.lint?.rawValue)
        for code in options.ignored { add("ignore", code) }
        for number in options.variants { add("variant", "\(number)") }
        if options.demuxer != .automatic { add("demuxer", options.demuxer.rawValue) }
        add("profile", options.profile?.name)
        add("time-limit", options.timeLimit?.argument)
        words += options.keys.words + options.hosts.words
        add("golden", options.reports.golden)
        return words.joined(separator: " ")
    }
}

extension AssetVerifier.Tolerance {
    /// The tolerance as an argument of the command line; `nil` for the default.
    fileprivate var word: String? {
        switch self {
        case .frame: nil
        case .time(let time): "\(time)"
        case .off: "off"
        }
    }
}
