import AssetChecking
import CommandTree
import Formats
import HeadlessPlayback
import Linting
import PlaybackCommands
import Playlists
import RunResults
import Transport

/// Writes a first suite of scenarios for an asset.
///
/// The scenarios expect the current properties of the asset, so they pass until the asset changes.
struct SuiteScaffold {
    let asset: String
    let folder: String
    let hosts: HostOptions
    let output: OutputStream

    /// The maximum number of languages for which a scenario is written.
    private static let mostLanguages = 32

    /// Surveys the asset and writes the files.
    ///
    /// - Returns: Success when all files were written.
    /// - Throws: ``CommandFailure`` when the asset cannot be played, or a file already exists.
    func write() async throws(CommandFailure) -> CommandFailure.ExitCode {
        let named = try NamedAsset(asset, hosts: hosts)
        if named.catalogue != nil {
            throw CommandFailure(
                .usage,
                "\(asset): the JSON of a catalogue, which scenarios do not read: name a playlist of"
                    + " it")
        }
        let survey = try await named.survey(
            named.video, variants: [], keys: KeyOptions(), timeLimit: nil, keepsHistory: false)
        if Interruption.hasHappened { return .interrupted }
        let checks = AssetVerifier(expecting: CuePointCollection([]), title: named.title)
            .verify(survey, command: "").result.checks
        var trouble: String?
        let decisive = ["variant.played", "media.vod-without-endlist"]
        for check in checks where decisive.contains(check.code) && trouble == nil {
            if case .failed(let failure) = check.outcome {
                trouble = failure.problem ?? failure.found
            }
        }
        if let trouble {
            throw CommandFailure(
                .failed, "\(asset): cannot be played, so no suite passes on it: \(trouble)")
        }
        // Subtitles that may still grow do not make a session a broadcast.
        if survey.survey.streams.contains(where: { $0.isBroadcast && $0.role != .subtitles }) {
            throw CommandFailure(
                .failed,
                "\(asset): a broadcast of a server, which scenarios play only as a recording of"
                    + " 'playctl play --realtime --record DIR' (recording: DIR)")
        }
        let inspector = AssetInspector()
        let loader = InterruptibleLoader(try hosts.loader(of: asset))
        let inspected = await inspector.inspect(asset, loader: loader)
        if Interruption.hasHappened { return .interrupted }
        let files = files(survey, inspected)
        for (name, _) in files {
            let path = "\(folder)/\(name)"
            guard try FileBytes.readGiven(path) == nil else {
                throw CommandFailure(
                    .usage, "\(path): the file exists, and is not overwritten")
            }
        }
        try FileBytes.makeFolder(folder)
        for (name, text) in files {
            try FileBytes.write(Array(text.utf8), to: "\(folder)/\(name)")
            output.write("\(folder)/\(name)\n")
        }
        let network = ResourceScheme(of: asset).isRemote ? " --allow-network" : ""
        output.write("playctl run \(ShellWord.quoted(folder))\(network)\n")
        return .success
    }

    private func files(
        _ survey: SurveyedAsset, _ inspected: InspectedAsset
    ) -> [(name: String, text: String)] {
        var files = [
            ("cue-points.play.yaml", cuePointFile(survey.survey.cuePoints())),
            ("outage.play.yaml", outageFile), ("lint.play.yaml", lintFile(inspected)),
        ]
        guard let main = inspected.asset?.main, let playlist = main.multivariant else {
            return files
        }
        var known: Set<String> = []
        for rendition in playlist.renditions {
            guard rendition.uri != nil, let language = rendition.language,
                rendition.kind == .audio || rendition.kind == .subtitles,
                Self.isTag(language), known.count < Self.mostLanguages
            else { continue }
            let kind = rendition.kind == .audio ? "audio" : "subtitles"
            let name = "\(kind)-\(language.lowercased()).play.yaml"
            guard known.insert(name).inserted else { continue }
            var text =
                head("A viewer who prefers \(language) has it as \(kind), to the end.")
                + "player:\n  \(kind): \(quoted(language))\nexpect:\n  - end\n  - errors: []\n"
            let choices = playlist.renditions.filter {
                $0.kind == rendition.kind && MediaOption($0).speaks(language)
            }
            if let pattern = Self.pattern(of: choices, in: playlist, at: main.url) {
                text += "  - requests: {location: \(quoted(pattern)), times: 1..}\n"
            }
            if rendition.kind == .subtitles,
                choices.allSatisfy({ survey.shownSubtitles.contains(MediaOption($0)) })
            {
                text += "  - count: {event: didShowCue, times: 1..}\n"
            }
            files.append((name, text))
        }
        return files
    }

    /// Returns a pattern that matches the playlists of some renditions, and of no other stream.
    ///
    /// - Parameters:
    ///   - renditions: The renditions, any of which the player may choose.
    ///   - playlist: The multivariant playlist that lists them.
    ///   - base: The location of that playlist.
    /// - Returns: The pattern of a location; `nil` if there is no such pattern.
    private static func pattern(
        of renditions: [Rendition], in playlist: MultivariantPlaylist, at base: String
    ) -> String? {
        let places = renditions.map { rendition in
            var place = (rendition.uri ?? "").prefix { !"?#".contains($0) }
            while place.hasPrefix("./") || place.hasPrefix("../") {
                place = place[place.index(after: place.firstIndex(of: "/") ?? place.startIndex)...]
            }
            return String(place)
        }
        guard let first = places.first,
            places.allSatisfy({ (1...1000).contains($0.utf8.count) })
        else { return nil }
        var (start, end) = (first, first)
        while !places.allSatisfy({ $0.hasPrefix(start) }) { start.removeLast() }
        while !places.allSatisfy({ $0.hasSuffix(end) }) { end.removeFirst() }
        let pattern = RequestPattern(start == first ? first : "\(start)*\(end)")
        func fits(_ uri: String?) -> Bool {
            pattern.fits(
                url: URIReference.resolve(uri ?? "", against: base), kind: .mediaPlaylist,
                byteRange: nil)
        }
        let others =
            playlist.renditions.filter { !renditions.contains($0) }.compactMap(\.uri)
            + playlist.variants.map(\.uri)
        guard renditions.allSatisfy({ fits($0.uri) }), !others.contains(where: fits) else {
            return nil
        }
        return pattern.location
    }

    // MARK: Files

    /// Returns the beginning of a scenario file.
    private func head(_ sentence: String, tags: String = "smoke") -> String {
        "# yaml-language-server: $schema=playctl.schema.json\n"
            + "# \(sentence)\n"
            + "playctl: 1\ntags: [\(tags)]\n" + "assets:\n  - url: \(quoted(location))\n"
    }

    private func cuePointFile(_ cuePoints: CuePointCollection) -> String {
        var text = head("Every cue point is passed exactly once.")
        if cuePoints.isEmpty {
            return text
                + "    # The asset marks no breaks. A cue point is written like this:\n"
                + "    # cue-points: [{time: 5s, type: AdSlot}]\n"
                + "expect:\n  - end\n  - errors: []\n"
        }
        text += "    # The marked breaks, as 'playctl cues' lists them.\n    cue-points:\n"
        for cuePoint in cuePoints {
            guard case .time(let time) = cuePoint.position else { continue }
            text += "      - {time: \(time)s, type: \(quoted(cuePoint.type))}\n"
        }
        return text + "expect:\n  - cue-points: once\n  - end\n  - errors: []\n"
    }

    private var outageFile: String {
        head(
            "The server refuses a segment twice; it is requested again, and nothing is missing.",
            tags: "faults")
            + "faults:\n  - match: {kind: segment}\n    occurrences: 1..2\n    do: {status: 503}\n"
            + "expect:\n  - end\n  - never: Fail\n"
    }

    private func lintFile(_ inspected: InspectedAsset) -> String {
        var text =
            head("The asset keeps the rules of HLS (see 'playctl lint --rules').", tags: "lint")
            + "# apple adds the rules of the authoring specification for Apple devices.\nlint: rfc\n"
        let heavy = inspected.breaches.filter { $0.severity >= .error }
        if !heavy.isEmpty {
            text += "# The rules that it breaks now. Remove a line when its cause is gone.\n"
            text += "known-issues:\n"
            var known: Set<String> = []
            for breach in heavy where known.insert(breach.rule.code + breach.problem).inserted {
                let times = heavy.count {
                    $0.rule == breach.rule && $0.problem == breach.problem
                }
                text +=
                    "  - {code: \(breach.rule.code), text: \(quoted(breach.problem)), times:"
                    + " \(times)}\n"
            }
        }
        return text + "expect:\n  - end\n"
    }

    // MARK: Texts of the files

    /// The location of the asset as the scenario files state it, relative to them if possible.
    private var location: String {
        if ResourceScheme(of: asset).isRemote || asset.hasPrefix("/")
            || asset.lowercased().hasPrefix("file:")
        {
            return asset
        }
        let parts = folder.split(separator: "/").filter { $0 != "." }
        // The parent of a linked folder is not the folder that has the link.
        let hasLink = parts.indices.contains { place in
            let start = parts[...place].joined(separator: "/")
            return FileStatus(of: FilePath(start))?.kind == .link
        }
        if folder.hasPrefix("/") || parts.contains("..") || hasLink {
            return "\(SystemCalls.workingDirectory)/\(asset)"
        }
        return String(repeating: "../", count: parts.count) + asset
    }

    /// Returns a text in quotes, valid in YAML and JSON.
    private func quoted(_ text: String) -> String {
        var json = JSONText()
        json.value(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func isTag(_ language: String) -> Bool {
        language.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                }
        }
    }
}
