import Formats
import HeadlessPlayback
import RunResults
package import Transport

extension Scenario {
    /// The faults of the scenario's environment, followed by the faults of the playback service.
    package var allFaults: [FaultRule] { surroundings.faults + (service?.faults ?? []) }

    /// The reasons why the playback service is unusable, or why the results cannot be trusted.
    var invalidService: [Failure] {
        let finds = assets.compactMap(\.find)
        guard let service else {
            return finds.prefix(1).map {
                Failure(
                    expected: "a section service, in which an asset is found", found: "none",
                    line: $0.line)
            }
        }
        var result: [Failure] = []
        func note(_ expected: String, _ found: String, line: Int? = nil) {
            result.append(
                Failure(expected: expected, found: found, line: line ?? service.line))
        }
        if finds.isEmpty { note("an asset that is found at the service", "none") }
        let viewers = service.viewers.map(\.name)
        for (kind, names) in [
            ("viewers", viewers), ("videos", service.videos.map(\.id)),
            ("playlists", service.playlists.map(\.id)),
        ] {
            for (place, name) in names.enumerated() where names[..<place].contains(name) {
                note("\(kind) of the service with different names", "a second \(name)")
            }
        }
        for find in finds {
            if let viewer = find.viewer, !viewers.contains(viewer) {
                note("one of the viewers of the service", viewer, line: find.line)
            }
        }
        for stream in service.otherStreams {
            let viewer = service.viewers.first { $0.name == stream.viewer }
            if viewer?.streams == nil {
                note("a viewer with a limit of streams on another device", stream.viewer)
            }
            if !service.limitsStreams {
                note("no stream on another device, as streams are not limited", stream.session)
            }
        }
        for playlist in service.playlists {
            for id in playlist.videos where !service.videos.contains(where: { $0.id == id }) {
                note("the id of a video in the playlist \(playlist.id)", id)
            }
        }
        for video in service.videos where video.manifestTTL != nil && video.duration == nil {
            note("a duration of the video \(video.id), whose playlists expire", "none")
        }
        return result + invalidSteps(of: service)
    }

    /// Returns a failure for each step that requires a single video but refers to a list.
    private func invalidSteps(of service: ServiceSetup) -> [Failure] {
        steps.enumerated().flatMap { place, step -> [Failure] in
            guard step.action.needsOneVideo else { return [] }
            return step.action.assets.filter {
                assets.indices.contains($0) && assets[$0].find?.isList == true
            }.map {
                Failure(
                    expected:
                        "one video in step \(lines.number(ofStep: place)),"
                        + " \(step.action.text(in: assets).verb)",
                    found: "the list \(assets.name(of: $0))",
                    line: lines.line(of: place, in: \.steps))
            }
        }
    }
}

extension ScenarioStep.Action {
    /// Whether the action requires that its asset is a single video.
    fileprivate var needsOneVideo: Bool {
        switch self {
        case .download, .preloadLicence, .renewLicence: true
        default: false
        }
    }
}
