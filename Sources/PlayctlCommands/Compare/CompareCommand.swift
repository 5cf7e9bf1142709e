import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import VirtualTime

/// The options of `playctl compare`.
struct CompareOptions: Sendable {
    /// The paths or addresses of the two assets.
    var assets: [String] = []
    /// The rules whose breaches are compared.
    var profile = LintRule.Profile.rfc
    /// Whether only playlists are read.
    var readsTextAlone = false
    /// The position up to which media is read; `nil` reads all of it.
    var mediaLimit: MediaTime?
    /// Whether the differences are written as JSON.
    var json = false
    /// Whether the differences are not written, so that only the exit code shows the result.
    var isQuiet = false
    /// The sources of keys.
    var keys = KeyOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    var hosts = HostOptions()
}

/// `playctl compare`: shows the differences between two assets.
struct CompareCommand {
    let options: CompareOptions
    let output: OutputStream
    let errors: OutputStream

    /// Compares the assets.
    ///
    /// - Returns: Success when they were compared completely and are equal.
    /// - Throws: ``CommandFailure`` for wrong usage.
    func run() async throws(CommandFailure) -> CommandFailure.ExitCode {
        var inspected: [InspectedAsset] = []
        for place in options.assets {
            var inspector = AssetInspector(options.profile)
            inspector.adopt(keys: options.keys)
            inspector.readsTextAlone = options.readsTextAlone
            inspector.readsInterstitials = false
            inspector.mediaLimit = options.mediaLimit
            let loader = InterruptibleLoader(try options.hosts.loader(of: place))
            inspected.append(
                await ProgressLine.inspect(place, with: inspector, loader: loader, on: errors))
            if Interruption.hasHappened { return .interrupted }
        }
        let comparison = AssetComparison(inspected[0], inspected[1])
        // If a part of an asset could not be read, that part may contain a difference.
        let isEqual = comparison.differences.isEmpty && !comparison.isIncomplete
        output.write(options.json ? json(comparison, isEqual) : text(comparison))
        output.flush()
        return isEqual ? .success : .failed
    }

    private func text(_ comparison: AssetComparison) -> [UInt8] {
        var text = ""
        var subject = ""
        for difference in comparison.differences {
            if difference.subject != subject {
                subject = difference.subject
                text += "\(subject)\n"
            }
            text +=
                "  \(difference.property): \(difference.first ?? "none")"
                + " -> \(difference.second ?? "none")\n"
        }
        for omission in comparison.omissions { text += "not compared: \(omission)\n" }
        if options.readsTextAlone { text += "not compared: the media, by --no-media\n" }
        let count = comparison.differences.count
        text += count == 1 ? "1 difference" : "\(count) differences"
        text += comparison.isIncomplete ? " in the parts that could be compared\n" : "\n"
        return Array(text.utf8)
    }

    private func json(_ comparison: AssetComparison, _ isEqual: Bool) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("format", 1)
            json.member("a", SafeText.url(options.assets[0]))
            json.member("b", SafeText.url(options.assets[1]))
            json.member("equal", isEqual)
            json.member("media", !options.readsTextAlone)
            json.key("differences")
            json.array { json in
                for difference in comparison.differences {
                    json.object { json in
                        json.member("subject", difference.subject)
                        json.member("property", difference.property)
                        json.optional("a", difference.first)
                        json.optional("b", difference.second)
                    }
                }
            }
            json.member("notCompared", comparison.omissions)
        }
        json.endLine()
        return json.bytes
    }
}

extension CompareCommand {
    /// The definition of the verb `playctl compare`.
    static let verb = Command(
        "compare", "Shows the differences between two assets, or between two deploys of one.",
        defaults: CompareOptions(),
        operands: .some(
            "OLD NEW", \.assets, count: 2...2, "the playlists of two assets, as paths or URLs"),
        options: [
            .value(
                "profile", \.profile, as: .choice, named: "NAME", standard: "rfc",
                "the rules whose breaches are compared: rfc or apple"),
            .flag("no-media", \.readsTextAlone, "read only playlists"),
            .value(
                "max-media", \.mediaLimit, as: .interval, named: "TIME",
                "read media up to this place of each playlist"),
            .flag("json", \.json, "print the differences as JSON"),
            .quiet(\.isQuiet),
        ] + KeyOptions.options.map { $0.lifted(to: \.keys) }
            + HostOptions.options.map { $0.lifted(to: \.hosts) },
        rules: [.conflict("no-media", "max-media"), .conflict("quiet", "json")]
            + KeyOptions.conflicts("no-media") + [KeyOptions.serverRule, RequestOptions.hostRule],
        notes: [
            "It compares playlists, attributes, renditions, durations, markers, the bandwidth"
                + " that is declared and measured, sizes, codecs and durations of segments, and"
                + " the rules that are broken. Segments of equal size are not compared byte by"
                + " byte.",
            "It exits with 0 when nothing differs, and with 1 when something does or could not be"
                + " read.",
        ],
        examples: [
            (
                "playctl compare old/index.m3u8 new/index.m3u8",
                "show the effect of another packager"
            ),
            (
                "playctl compare https://a.example/f.m3u8 https://b.example/f.m3u8 --json",
                "compare two deploys"
            ),
        ]
    ) { (options, output, errors) throws(CommandFailure) in
        try await CompareCommand(
            options: options, output: output.silenced(options.isQuiet), errors: errors
        ).run()
    }
}
