import HeadlessPlayback
import Verification

extension OfflineOptions {
    private static let mostConnections: UInt64 = 64

    /// Converts the arguments of a verb.
    init(_ verb: OfflineVerb, _ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = OfflineVerb.Option
        self.init(verb)
        operands = arguments.operands
        store = try arguments.value(Option.store, as: .path)
        json = arguments.flag(Option.json) ?? false
        try readSelection(arguments)
        try readTerms(arguments)
        keys = try KeyOptions(arguments, knowsServers: ![.download, .estimate].contains(verb))
        hosts = try HostOptions(arguments)
        let counts = ArgumentConverter<UInt64>.integer(1...Self.mostConnections)
        concurrent = try arguments.value(Option.concurrent, as: counts).map(Int.init)
        connections =
            try arguments.value(Option.connections, as: counts).map(Int.init) ?? connections
        limitRate = try arguments.value(Option.limitRate, as: .byteRate)
        if verb == .play { play = try PlayOptions(arguments, knowsServers: true) }
        try checkTokens()
    }

    private mutating func readSelection(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = OfflineVerb.Option
        try arguments.exclude(Option.bitrate, Option.minBitrate)
        if let limit = try arguments.value(Option.bitrate, as: .bitRate) {
            selection.bitrate = .atMost(limit)
        }
        if let limit = try arguments.value(Option.minBitrate, as: .bitRate) {
            selection.bitrate = .atLeast(limit)
        }
        selection.audio = try arguments.value(Option.audio, as: .languages) ?? selection.audio
        // Playing takes one language, under the same name.
        if verb != .play {
            selection.subtitles =
                try arguments.value(Option.subtitles, as: .languages) ?? selection.subtitles
        }
        isSelectionGiven = Option.selection.contains(where: arguments.has)
    }

    private mutating func readTerms(_ arguments: MatchedArguments) throws(UsageError) {
        typealias Option = OfflineVerb.Option
        try arguments.exclude(Option.purchase, Option.rental)
        try arguments.exclude(Option.purchase, Option.playDuration)
        if arguments.has(Option.playDuration), !arguments.has(Option.rental) {
            throw .missingOption("--rental", value: "TIME")
        }
        terms.rentalDuration = try arguments.value(Option.rental, as: .term)
        terms.playDuration = try arguments.value(Option.playDuration, as: .term)
    }

    private func checkTokens() throws(UsageError) {
        switch verb {
        case .download, .list, .estimate, .licenses: return
        case .status, .pause, .resume, .cancel, .delete, .play, .verify, .repair, .renew,
            .export:
            guard let token = operands.first else { return }
            guard StoreFolder.isToken(token) else { throw .invalidOperand(token, "a token") }
        }
    }
}

extension ArgumentConverter<DownloadSelection.Languages> {
    /// Language tags around commas, or a word.
    fileprivate static let languages = ArgumentConverter(
        expectation: "languages such as en,pt-BR, or all or none"
    ) { text in
        switch text {
        case "all": return .all
        case "none": return DownloadSelection.Languages.none
        default:
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let tags = parts.compactMap { ArgumentConverter<String>.language.convert(String($0)) }
            return tags.count == parts.count ? .tags(tags) : nil
        }
    }
}

extension ArgumentConverter<Int64> {
    /// A number of bytes per second, with `K` for 1,000 and `M` for 1,000,000.
    fileprivate static let byteRate = ArgumentConverter(
        expectation: "bytes a second, such as 500K or 2M", convert: bitRate.convert)
}

extension ArgumentConverter<Duration> {
    private static let mostSeconds: Int64 = 100 * 366 * 86_400

    /// The validity of a licence.
    fileprivate static let term = ArgumentConverter(
        expectation: "a time above zero and up to a hundred years, such as 30d, 48h or 90m"
    ) { text in
        let units: [Character: Int64] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
        guard let unit = text.last.flatMap({ units[$0] }),
            let milliseconds = PlainDecimal(text.dropLast())?.rounded(times: unit * 1000),
            (1...mostSeconds * 1000).contains(milliseconds)
        else { return nil }
        return .milliseconds(milliseconds)
    }
}
