package import CommandTree
package import Formats
import HeadlessPlayback
package import Sessions
import Transport

extension PlayCommand {
    /// The maximum size in bytes of a catalogue response or a list of cue points.
    private static let jsonLimit: Int64 = 1 << 30

    /// Returns the given videos, or the bundled sample.
    ///
    /// - Parameter standardInput: The location of the playlist on standard input; `nil` without
    ///   one.
    /// - Returns: The videos, in order.
    /// - Throws: ``CommandFailure`` when a list of cue points or a catalogue cannot be read.
    package func videos(standardInput: String? = nil) throws(CommandFailure) -> [Video] {
        var cuePointsPath = options.cuePoints
        var assets = options.assets
        if assets.isEmpty, !options.isIdle {
            let sample = try BundledSample.locate()
            assets = [sample.asset]
            cuePointsPath = cuePointsPath ?? sample.cuePoints
        }
        let cuePoints = try cuePointsPath.map(readCuePoints)
        var videos: [Video] = []
        for asset in assets {
            let asset = asset == StandardInput.operand ? standardInput ?? asset : asset
            let assetOptions = try options.hosts.requests.assetOptions(
                of: Self.isCatalogue(asset) && !ResourceScheme(of: asset).isRemote ? nil : asset)
            for video in try self.videos(of: asset) {
                try checkTextTracks(for: video)
                videos.append(
                    video.updating {
                        $0.assetOptions = assetOptions
                        if let cuePoints { $0.cuePoints = cuePoints }
                        $0.textTracks += options.textTracks.map(\.property)
                    })
            }
        }
        return videos
    }

    /// Throws when the duration of a WebVTT file is known neither from its option nor the video.
    private func checkTextTracks(for video: Video) throws(CommandFailure) {
        let open = options.textTracks.first { $0.sourceType == .webVTT && $0.duration == nil }
        guard let open, video.duration == nil else { return }
        throw CommandFailure(.usage, "\(open.source): its length is unknown; add duration=SECONDS")
    }

    /// Returns the videos of an asset that another process named; `nil` when there are none.
    ///
    /// Assets that are not on the command line are opened only with `--idle`.
    package func videos(named asset: String) -> [Video]? {
        guard options.isIdle || options.assets.contains(asset), asset != StandardInput.operand
        else { return nil }
        var options = options
        options.assets = [asset]
        return try? PlayCommand(options: options, output: output, errors: errors).videos()
    }

    /// Returns the videos of a catalogue response, or one video for any other asset.
    private func videos(of asset: String) throws(CommandFailure) -> [Video] {
        guard Self.isCatalogue(asset) else { return [Video(url: asset)] }
        let isRemote = ResourceScheme(of: asset).isRemote
        let bytes = try read(
            asset, with: isRemote ? try options.hosts.loader(of: asset) : options.hosts.loader())
        do throws(JSONError) {
            return try VideoPlaylist(catalogueFile: bytes).videos
        } catch {
            throw CommandFailure(notCatalogue: asset, error)
        }
    }

    private static func isCatalogue(_ asset: String) -> Bool {
        LocalPath.withoutQuery(asset).lowercased().hasSuffix(".json")
    }

    package func readCuePoints(_ path: String) throws(CommandFailure) -> CuePointCollection {
        let bytes = try readGiven(path)
        do throws(JSONError) {
            let cuePoints = try CuePointCollection(json: bytes)
            UnknownMembers(ofCuePoints: bytes).report(path, to: errors)
            return cuePoints
        } catch {
            guard error.path.isEmpty, case .unexpected = error.reason else {
                throw CommandFailure(file: path, error)
            }
            throw CommandFailure(
                file: path,
                #"not a JSON list of cue points such as [{"time": 10, "type": "AD"}], the only"#
                    + " form that 'play' reads")
        }
    }

    /// Reads a file that the command line names as input.
    private func readGiven(_ path: String) throws(CommandFailure) -> [UInt8] {
        do throws(CommandFailure) {
            return try read(path, with: options.hosts.loader())
        } catch {
            throw Interruption.hasHappened ? error : CommandFailure(.usage, error.message)
        }
    }

    private func read(
        _ place: String, with loader: any ResourceLoader
    ) throws(CommandFailure) -> [UInt8] {
        do throws(TransportError) {
            var request = ResourceRequest(url: place, kind: .other)
            request.maximumByteCount = Self.jsonLimit
            return try InterruptibleLoader(loader).load(request).body.bytes(
                limit: Self.jsonLimit)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
    }

    /// Returns the playback options of the sessions, according to the command line.
    package func playbackOptions() throws(CommandFailure) -> PlaybackOptions {
        var result = PlaybackOptions()
        if let profile = options.profile { result.adopt(profile) }
        result.progressInterval = options.progressInterval
        result.verification = options.verification
        result.demuxer = options.demuxer
        result.mediaPreferences = MediaPreferences(
            audioLanguages: options.audio.map { [$0] } ?? [], subtitles: options.subtitles)
        result.preferredPeakBitRate = options.maxBitrate
        result.network = try networkConditions()
        // A live playlist is followed only in real time or for a given length. In other cases,
        // playback leaves the server no time to publish newer versions of the playlist.
        let hasTime = options.realtime || options.length != nil
        result.live.treatment = hasTime ? .follow : .refuse
        return result
    }

    private func networkConditions() throws(CommandFailure) -> NetworkConditions {
        let loss = Int((options.loss * 1_000_000).rounded())
        if let network = options.network {
            return NetworkConditions(
                bitsPerSecond: network.bitsPerSecond, latency: network.latency,
                lossPerMillion: loss, seed: options.seed)
        }
        guard let path = options.networkTrace else { return .unlimited }
        let bytes = try readGiven(path)
        do throws(NetworkTraceError) {
            return try NetworkConditions(
                trace: bytes, latency: options.latency, lossPerMillion: loss, seed: options.seed)
        } catch {
            throw CommandFailure(file: path, error)
        }
    }
}

extension CommandFailure {
    /// Creates the failure for a text that cannot be read as the JSON of a catalogue.
    ///
    /// If the error is not a wrong value within a video, the text may be no catalogue at all, and
    /// the message also states the expected content.
    package init(notCatalogue place: String, _ error: JSONError) {
        let expected =
            error.path.contains(".") ? "" : "not a video or a list of videos of a catalogue: "
        self.init(.failed, "\(place): \(expected)\(error)")
    }
}
