import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Transport

/// `playctl offline estimate`: estimates the size of a download.
struct OfflineEstimating: OfflineVerb {
    static let verb = onAsset(
        "estimate", "Estimates the size of a download, and shows the variant that it selects.",
        url: .some("URL", \.operands, count: 1...1, "an HLS playlist, as a path or a URL"),
        options: OfflineOptions.selection + [OfflineOptions.json] + OfflineOptions.hosts,
        rules: OfflineOptions.selectionRules,
        notes: ["The exit code is 1 when the asset lacks a selected language."])

    let command: OfflineCommand

    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let plan = try plan(of: LocalPath.url(options.operands[0]))
        let estimate = SizeEstimate(of: plan)
        let code =
            plan.missingLanguages.isEmpty ? CommandFailure.ExitCode.success : .failed
        if options.json {
            write(plan, estimate)
            return code
        }
        output.write("bytes       \(estimate.bytes)\n")
        output.write("size        \(Readable.bytes(estimate.bytes))\n")
        if let explanation = plan.explanation {
            output.write("variant     \(SafeText.line(explanation))\n")
        }
        for line in estimate.explanation(for: plan) { output.write("track       \(line)\n") }
        for line in plan.missingLanguages { output.write("missing     \(line)\n") }
        return code
    }

    /// Plans the download of an asset from its playlists and its unprotected keys.
    private func plan(of url: String) throws(CommandFailure) -> PackagePlan {
        let loader = InterruptibleLoader(try options.hosts.loader(of: url))
        var planner = PackagePlanner(sourceURL: url, selection: options.selection)
        while true {
            switch planner.next() {
            case .done(let plan): return plan
            case .failed(let error): throw CommandFailure(.failed, SafeText.line(error.reason))
            case .fetch(let requests):
                for request in requests {
                    do throws(TransportError) {
                        let response = try loader.load(request.request)
                        let bytes = try response.body.bytes(
                            limit: request.request.maximumByteCount)
                        planner.receive(id: request.id, body: bytes, url: response.url)
                    } catch {
                        throw CommandFailure(.failed, SafeText.line("\(error)"))
                    }
                }
            }
        }
    }

    private func write(_ plan: PackagePlan, _ estimate: SizeEstimate) {
        var json = JSONText()
        json.object { json in
            json.member("bytes", estimate.bytes)
            json.optional("variant", plan.explanation.map { SafeText.line($0) })
            json.optional("bandwidth", plan.variantBandwidth.map { Int(clamping: $0) })
            json.member("files", plan.resources.count)
            for (key, languages) in [
                ("missingAudio", plan.missingAudio), ("missingSubtitles", plan.missingSubtitles),
            ] {
                json.key(key)
                json.array { json in for language in languages { json.value(language) } }
            }
            json.key("tracks")
            json.array { json in
                for part in estimate.parts {
                    let track = plan.tracks[part.track]
                    json.object { json in
                        json.member("name", track.name)
                        json.member("kind", track.kind.rawValue)
                        json.optional("language", track.language)
                        json.member("duration", track.duration)
                        json.member("bytes", part.bytes)
                        json.member("basis", part.basis)
                    }
                }
            }
        }
        json.endLine()
        output.write(json.bytes)
    }
}
