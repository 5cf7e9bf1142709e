package import Sessions
package import VirtualTime

/// A report of a command from outside the app, and of the answer to the command.
package struct OutsideCommandReport: Sendable {
    /// The time of the virtual clock at which the command was given.
    package let instant: Instant
    /// The number of the current session when the command was given; `nil` if there was none.
    package let session: Int?
    /// The command.
    package let command: SystemControls.Command
    /// The source of the command.
    package let source: SystemControls.Source
    /// The answer to the command.
    package let answer: SystemControls.Answer

    /// The lines for a trace: the command, and also the answer if the command was not performed.
    package var traceLines: [String] {
        let line = TraceColumns.line(
            at: instant, session: session, ">> \(source.rawValue) \(command.text)")
        guard answer != .success else { return [line] }
        return [
            line,
            TraceColumns.line(at: instant, session: session, "<< \(source.rawValue) \(answer)"),
        ]
    }
}

extension SystemControls {
    /// Performs a command from outside the app as if the user had given it.
    ///
    /// The trace of a ``PlaybackRecorder`` contains the command, so that a scenario can repeat it.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - source: The source of the command.
    /// - Returns: The answer to the command.
    @discardableResult
    public func perform(_ command: Command, from source: Source = .remote) -> Answer {
        guard let controller else { return .noActionableNowPlayingItem }
        return controller.world.loop.turn {
            let session = controller.currentSession?.number
            // The command is reported before its events, which are delivered at the end of the
            // event-loop turn.
            let answer = refusal(of: command, controller) ?? carryOut(command, controller)
            observers.report(
                OutsideCommandReport(
                    instant: controller.world.loop.now, session: session, command: command,
                    source: source, answer: answer))
            return answer
        }
    }

    /// Calls a closure with each command from outside the app, in the turn that performs it.
    ///
    /// - Parameter observer: The closure; it must not give commands itself.
    /// - Returns: A `Hold` on the observation; releasing it ends the observation.
    package func observe(_ observer: @escaping (OutsideCommandReport) -> Void) -> Hold {
        let number = observers.add(observer)
        return .onRelease { [weak self] in self?.observers.remove(number) }
    }

    /// Returns the answer that refuses a command; `nil` if the command is valid and enabled.
    private func refusal(of command: Command, _ controller: PlaybackController) -> Answer? {
        let row = OutsideCommandTable.row(of: command)
        if let number = command.number, !OutsideCommandTable.isValid(number, as: row.argument) {
            return .commandFailed
        }
        if case .always = row.condition { return nil }
        guard let session = controller.currentSession else { return .noActionableNowPlayingItem }
        let place = itemPlace
        let isEnabled =
            switch row.condition {
            case .always, .item: true
            case .otherItems: place.isNextEnabled
            case .formerItems: place.isPreviousEnabled
            case .seekable: !session.seekableRanges.isEmpty
            }
        return isEnabled ? nil : .commandFailed
    }

    private func carryOut(_ command: Command, _ controller: PlaybackController) -> Answer {
        let session = controller.currentSession
        let tracks = session.map { TrackChoice(session: $0) }
        switch command {
        case .play: controller.play()
        case .pause, .rate(0): controller.pause()
        case .toggle: session?.isPlaying == true ? controller.pause() : controller.play()
        case .stop:
            controller.pause()
            controller.seek(to: 0)
        case .next:
            return controller.selectItem(firstOf: itemPlace.following) ? .success : .commandFailed
        case .previous:
            return controller.selectItem(firstOf: itemPlace.former) ? .success : .commandFailed
        case .item(let number):
            let places = controller.queue.videos.indices.filter { $0 == number - 1 }
            return controller.selectItem(firstOf: places) ? .success : .noSuchContent
        case .skip(let distance):
            controller.seek(to: (session?.position.seconds ?? 0) + distance.seconds)
        case .seek(let position): controller.seek(to: position.seconds)
        case .rate(let rate): controller.playbackRate = rate
        case .audio(let name):
            return tracks?.select(audio: name) == true ? .success : .noSuchContent
        case .nextAudio: return tracks?.selectNextAudio() == true ? .success : .noSuchContent
        case .subtitles(let name):
            return tracks?.select(subtitles: name) == true ? .success : .noSuchContent
        case .nextSubtitles:
            return tracks?.selectNextSubtitles() == true ? .success : .noSuchContent
        case .volume(let percent): sound.volume = percent
        case .mute: sound.isMuted = true
        case .unmute: sound.isMuted = false
        case .load(let location):
            guard let videos = videos(location), !videos.isEmpty else { return .noSuchContent }
            controller.setVideos(videos)
        case .append(let location):
            guard let videos = videos(location), !videos.isEmpty else { return .noSuchContent }
            for video in videos {
                controller.insertVideo(video, after: controller.queue.videos.count - 1)
            }
        case .remove(let number): return removeItem(at: number - 1, controller)
        case .move(let number, let target):
            let places = controller.queue.videos.indices
            guard places.contains(number - 1), places.contains(target - 1) else {
                return .noSuchContent
            }
            controller.queue.move(from: number - 1, to: target - 1)
        case .clear:
            for place in controller.queue.videos.indices.reversed()
            where place != controller.queue.currentIndex {
                controller.queue.remove(at: place)
            }
        case .quit: controller.setVideos([])
        }
        return .success
    }
}

extension SystemControls {
    /// Removes an item from the list.
    ///
    /// Before the current item is removed, the player advances to the next playable item. If there
    /// is no such item, the current item is not removed.
    private func removeItem(at place: Int, _ controller: PlaybackController) -> Answer {
        guard controller.queue.videos.indices.contains(place) else { return .noSuchContent }
        if place == controller.queue.currentIndex {
            let following = controller.queue.videos.indices.filter { $0 > place }
            guard controller.selectItem(firstOf: Array(following)) else { return .commandFailed }
        }
        controller.queue.remove(at: place)
        return .success
    }
}

/// Selects audio and subtitles for commands from outside the app.
///
/// Each function returns `false` if the session does not have the requested option.
private struct TrackChoice {
    let session: PlaybackSession

    func select(audio name: String) -> Bool {
        guard let option = session.audibleMediaSelectionGroup?.option(named: name) else {
            return false
        }
        session.selectedAudibleMediaOption = option
        return true
    }

    func selectNextAudio() -> Bool {
        guard
            let option = session.audibleMediaSelectionGroup?
                .option(after: session.selectedAudibleMediaOption, wraps: true)
        else { return false }
        session.selectedAudibleMediaOption = option
        return true
    }

    func select(subtitles name: String?) -> Bool {
        guard let name else {
            session.selectedLegibleMediaOption = nil
            return true
        }
        guard let option = session.legibleMediaSelectionGroup?.option(named: name) else {
            return false
        }
        session.selectedLegibleMediaOption = option
        return true
    }

    func selectNextSubtitles() -> Bool {
        guard let group = session.legibleMediaSelectionGroup, !group.options.isEmpty else {
            return false
        }
        session.selectedLegibleMediaOption = group.option(
            after: session.selectedLegibleMediaOption, wraps: false)
        return true
    }
}

extension MediaSelectionGroup {
    /// Returns the first option with the given language, or else the first with that name.
    ///
    /// - Parameter name: The language or the name.
    /// - Returns: The option; `nil` when there is none.
    package func option(named name: String) -> MediaOption? {
        options.first { $0.speaks(name) } ?? options.first { $0.name == name }
    }

    /// Returns the option that follows another option in the group.
    ///
    /// - Parameters:
    ///   - option: The preceding option; `nil` returns the first option of the group.
    ///   - wraps: Whether the first option follows the last one.
    /// - Returns: The option; `nil` when none follows.
    fileprivate func option(after option: MediaOption?, wraps: Bool) -> MediaOption? {
        let place = option.flatMap { options.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return options.indices.contains(place) ? options[place] : wraps ? options.first : nil
    }
}

/// The observers of commands from outside the app.
struct OutsideObservers {
    private var observers: [(number: Int, call: (OutsideCommandReport) -> Void)] = []
    private var count = 0

    mutating func add(_ observer: @escaping (OutsideCommandReport) -> Void) -> Int {
        count += 1
        observers.append((count, observer))
        return count
    }

    mutating func remove(_ number: Int) { observers.removeAll { $0.number == number } }

    func report(_ report: OutsideCommandReport) {
        for (_, observer) in observers { observer(report) }
    }
}
