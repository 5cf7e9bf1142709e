import HeadlessPlayback
import PlaybackControl
import Scenarios
import VirtualTime

extension ScenarioStage {
    /// Performs a step, unless it was performed before, and schedules the step that follows it.
    func perform(_ place: Int) {
        guard let (action, next) = steps.begin(place) else { return }
        let (verb, object) = action.text(in: scenario.assets)
        let session = controller.currentSession
        chronicle.write(
            Happening(
                .step(action), at: world.loop.now, session: currentNumber,
                name: object.isEmpty ? ">> \(verb)" : ">> \(verb) \(object)",
                position: session?.position ?? .zero))
        if !isRunning, !action.needsNoApp {
            fail(place, "the app does not run")
        } else if action.isOffline {
            performOffline(action, place)
        } else {
            perform(action, place)
        }
        if steps.endsRun { endRun() }
        if let next {
            schedule(at: world.loop.now.advanced(by: next.delay)) { [weak self] in
                self?.perform(next.place)
            }
        }
    }

    /// Performs steps at an instant, each after all other events that are due at that instant.
    func perform(_ places: ArraySlice<Int>, behindAllAt instant: Instant) {
        var places = places
        if world.loop.nextInstant.map({ $0 > instant }) ?? true {
            places.popFirst().map { perform($0) }
        }
        guard !places.isEmpty else { return }
        // The loop calls `deliver` after the events of the instant and after earlier `deliver`
        // calls.
        scheduled.append(
            world.loop.perform {
            } deliver: { [weak self, places] in
                self?.perform(places, behindAllAt: instant)
            })
    }

    private func perform(_ action: ScenarioStep.Action, _ place: Int) {
        switch action {
        case .play: controller.play()
        case .pause: controller.pause()
        case .seek(let target, let before, let after): seek(to: target, before, after)
        case .seekToLive: seek(beforeLive: .zero, place)
        case .seekBack(let distance): seek(beforeLive: distance, place)
        case .setRate(let rate): controller.playbackRate = rate
        case .advance:
            if !replaceSession({ controller.advanceToNext() }) {
                fail(place, "no video that can be played follows")
            }
        case .setVideos(let places):
            withVideos(of: places) { [weak self] in
                self?.setVideos($0.flatMap(\.self), of: places)
            }
        case .insert(let asset, let index):
            withVideos(of: [asset]) { [weak self] found in
                let videos = found.flatMap(\.self)
                self?.dropped.takeUp(videos, of: [asset])
                for (place, video) in videos.enumerated() {
                    self?.controller.insertVideo(video, after: index + place)
                }
            }
        case .selectAudio(let name):
            select(name, place, \.audibleMediaSelectionGroup) {
                $0.selectedAudibleMediaOption = $1
            }
        case .selectSubtitles(let name):
            select(name, place, \.legibleMediaSelectionGroup) {
                $0.selectedLegibleMediaOption = $1
            }
        case .resume(let position, let autoPlay):
            guard controller.currentSession?.acceptsResumptions == true else {
                return fail(place, "nothing is loaded to resume")
            }
            controller.resumeVideo(at: position.secondsOfCommand, autoPlay: autoPlay)
        case .setPeakBitrate(let rate): controller.setPreferredPeakBitRate(rate)
        case .setExternalPlayback(let isActive): controller.setExternalPlaybackActive(isActive)
        case .connect(let connection): device.connection = connection
        case .enter(let state): device.appState = state
        case .device(let action): perform(action, place)
        case .kill(let death): kill(by: death)
        case .launch:
            guard !isRunning else { return fail(place, "the app runs already") }
            launch()
        case .relaunch(let death):
            kill(by: death)
            launch()
        case .stop: endRun()
        case .download, .pauseDownload, .resumeDownload, .cancelDownload, .deleteDownload,
            .playDownload, .preloadLicence, .renewLicence:
            break
        }
    }

    /// Replaces the videos with the videos of some assets.
    private func setVideos(_ videos: [Video], of places: [Int]) {
        dropped.takeUp(videos, of: places)
        replaceSession { controller.setVideos(videos) }
    }

    /// Performs a command, and records the current session as ended if the command ended it.
    ///
    /// - Parameter command: The command, which may leave the session as it is.
    /// - Returns: Whether the command ended the current session or began another one.
    @discardableResult
    private func replaceSession(_ command: () -> Void) -> Bool {
        let former = currentNumber
        command()
        if let former, former != currentNumber { takenAway.insert(former) }
        return former != currentNumber
    }

    private func seek(beforeLive distance: MediaTime, _ place: Int) {
        guard let range = controller.currentSession?.seekableRanges.last else {
            return fail(place, "nothing can be sought")
        }
        seek(to: max(range.lowerBound, range.upperBound - distance), .zero, .zero)
    }

    private func seek(to target: MediaTime, _ before: MediaTime, _ after: MediaTime) {
        let number = currentNumber
        controller.seek(
            to: target.secondsOfCommand, toleranceBefore: before.seconds,
            toleranceAfter: after.seconds
        ) { [weak self] finished in
            guard let self else { return }
            let position = controller.currentSession?.position ?? .zero
            chronicle.write(
                Happening(
                    .seekEnd(finished: finished), at: world.loop.now, session: number,
                    name: finished ? "<< seek landed at \(position)" : "<< seek given up",
                    position: position))
        }
    }

    /// Selects a media option by its language or, if no option has the language, by its name.
    private func select(
        _ name: String?, _ place: Int, _ group: KeyPath<PlaybackSession, MediaSelectionGroup?>,
        _ select: (PlaybackSession, MediaOption?) -> Void
    ) {
        guard let session = controller.currentSession, let group = session[keyPath: group] else {
            return fail(place, "nothing is loaded to select from")
        }
        guard let name else { return select(session, nil) }
        guard let option = group.option(named: name) else {
            let names = group.options.map { $0.languageTag ?? $0.name }
            let others =
                names.isEmpty ? ", nor any other" : " among \(names.joined(separator: ", "))"
            return fail(place, "there is no \(name)\(others)")
        }
        select(session, option)
    }

    func fail(_ place: Int, _ reason: String) {
        problems.append(StepProblem(place, reason, at: world.loop.now, line: chronicle.lineCount))
    }

    // MARK: Downloads

    private func performOffline(_ action: ScenarioStep.Action, _ place: Int) {
        guard let manager else { return fail(place, "there is no store") }
        switch action {
        case .download(let asset, let parameters):
            withVideo(asset, place) { [weak self] video in
                manager.requestVideoDownload(video, parameters: parameters) { token, error in
                    self?.answer(.requestVideoDownload, asset, token, error)
                }
            }
        case .preloadLicence(let asset, let parameters):
            withVideo(asset, place) { [weak self] video in
                manager.preloadFairPlayLicense(
                    video, parameters: parameters ?? OfflineVideoParameters()
                ) { token, error in
                    self?.answer(.preloadFairPlayLicense, asset, token, error)
                }
            }
        default: performStored(action, place, manager)
        }
    }

    /// Passes the video of an asset to a closure; if the video was not found, the step fails.
    private func withVideo(
        _ asset: Int, _ place: Int, _ use: @escaping (Video) -> Void
    ) {
        withVideos(of: [asset]) { [weak self] found in
            guard let video = found.first?.first else {
                self?.fail(place, "the video was not found")
                return
            }
            use(video)
        }
    }

    private func answer(
        _ request: OfflineRequest, _ asset: Int, _ token: OfflineVideoToken?, _ error: OfflineError?
    ) {
        if let token { tokens[asset] = token }
        downloadedAssets.note(request, for: asset, token, error, in: recorder)
    }

    private func performStored(
        _ action: ScenarioStep.Action, _ place: Int, _ manager: OfflineVideoManager
    ) {
        guard let asset = action.assets.first, let token = tokens[asset] else {
            return fail(place, "that asset was never downloaded")
        }
        switch action {
        case .pauseDownload, .resumeDownload, .cancelDownload, .deleteDownload:
            let performer = DownloadPerformer(manager: manager, token: token)
            if let reason = performer.perform(action) { fail(place, reason) }
        case .playDownload:
            guard let video = manager.videoObject(from: token) else {
                return fail(place, "the download cannot be played")
            }
            if whenDownloadWasPlayed == nil {
                whenDownloadWasPlayed = (requestCount, keyServer?.statuses.count ?? 0)
            }
            setVideos([video], of: [asset])
        case .renewLicence(_, let parameters):
            withVideo(asset, place) { [weak self] video in
                manager.renewFairPlayLicense(
                    token, video: video, parameters: parameters ?? OfflineVideoParameters()
                ) { self?.answer(.renewFairPlayLicense, asset, $0, $1) }
            }
        default: break
        }
    }
}
