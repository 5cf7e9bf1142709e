package import Sessions
package import VirtualTime

/// An outside command that was given, and its answer.
package struct OutsideCommandReport: Sendable {
    /// The instant of the command.
    package let instant: Instant
    /// The number of the session at the command; `nil` without one.
    package let session: Int?
    /// The command.
    package let command: OutsideCommand
    /// The source of the command.
    package let source: OutsideCommandSource
    /// The answer.
    package let answer: OutsideCommandAnswer

    /// The lines of a trace: the command, and the answer if it was not performed.
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

extension PlaybackController {
    /// Performs a command from outside the app, like one of a user.
    ///
    /// Traces of a ``PlaybackRecorder`` have it, so that a scenario can repeat it.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - source: The source of the command.
    /// - Returns: The answer.
    @discardableResult
    public func perform(
        _ command: OutsideCommand, from source: OutsideCommandSource = .remote
    ) -> OutsideCommandAnswer {
        world.loop.turn {
            let session = currentSession?.number
            // Events of the command are delivered at the end of the turn, behind its report.
            let answer = refusal(of: command) ?? carryOut(command)
            outside.report(
                OutsideCommandReport(
                    instant: world.loop.now, session: session, command: command, source: source,
                    answer: answer))
            return answer
        }
    }

    /// Calls a closure with each outside command, in the turn in which it is given.
    ///
    /// - Parameter observer: The closure; it must not give commands itself.
    /// - Returns: The hold on the observation.
    package func observeOutsideCommands(
        _ observer: @escaping (OutsideCommandReport) -> Void
    ) -> Hold {
        let number = outside.add(observer)
        return .onRelease { [weak self] in self?.outside.remove(number) }
    }

    /// Returns the answer to a command that is not enabled; `nil` when it is.
    private func refusal(of command: OutsideCommand) -> OutsideCommandAnswer? {
        let row = OutsideCommandTable.row(of: command)
        if let number = command.number, !OutsideCommandTable.isValid(number, as: row.argument) {
            return .commandFailed
        }
        if case .always = row.condition { return nil }
        guard let currentSession else { return .noActionableNowPlayingItem }
        let place = itemPlace
        let isEnabled =
            switch row.condition {
            case .always, .item: true
            case .otherItems: place.isNextEnabled
            case .formerItems: place.isPreviousEnabled
            case .seekable: !currentSession.seekableRanges.isEmpty
            }
        return isEnabled ? nil : .commandFailed
    }

    private func carryOut(_ command: OutsideCommand) -> OutsideCommandAnswer {
        switch command {
        case .play: play()
        case .pause: pause()
        case .toggle: currentSession?.isPlaying == true ? pause() : play()
        case .stop:
            pause()
            seek(to: 0)
        case .next:
            return selectItem(after: itemPlace.index) ? .success : .commandFailed
        case .previous:
            return selectItem(before: itemPlace.index) ? .success : .commandFailed
        case .item(let number):
            return selectItem(at: number - 1) ? .success : .noSuchContent
        case .skip(let seconds): seek(to: (currentSession?.position.seconds ?? 0) + seconds)
        case .seek(let position): seek(to: position)
        case .rate(0): pause()
        case .rate(let rate): playbackRate = rate
        case .audio(let name):
            guard let session = currentSession,
                let option = session.audibleMediaSelectionGroup?.option(named: name)
            else { return .noSuchContent }
            session.selectedAudibleMediaOption = option
        case .nextAudio:
            guard let session = currentSession,
                let option = session.audibleMediaSelectionGroup?
                    .option(after: session.selectedAudibleMediaOption, wraps: true)
            else { return .noSuchContent }
            session.selectedAudibleMediaOption = option
        case .subtitles(let name): return selectSubtitles(name)
        case .nextSubtitles:
            guard let session = currentSession, let group = session.legibleMediaSelectionGroup,
                !group.options.isEmpty
            else { return .noSuchContent }
            session.selectedLegibleMediaOption = group.option(
                after: session.selectedLegibleMediaOption, wraps: false)
        case .quit: setVideos([])
        }
        return .success
    }

    private func selectSubtitles(_ name: String?) -> OutsideCommandAnswer {
        guard let session = currentSession else { return .noSuchContent }
        guard let name else {
            session.selectedLegibleMediaOption = nil
            return .success
        }
        guard let option = session.legibleMediaSelectionGroup?.option(named: name) else {
            return .noSuchContent
        }
        session.selectedLegibleMediaOption = option
        return .success
    }
}

extension MediaSelectionGroup {
    /// Returns the first option in a language, or else the first one with a name.
    ///
    /// - Parameter name: The language or the name.
    /// - Returns: The option; `nil` when there is none.
    package func option(named name: String) -> MediaOption? {
        options.first { $0.speaks(name) } ?? options.first { $0.name == name }
    }

    /// Returns the option that follows another one.
    ///
    /// - Parameters:
    ///   - option: The option; `nil` precedes the first one.
    ///   - wraps: Whether the first one follows the last one.
    /// - Returns: The option; `nil` when none follows.
    fileprivate func option(after option: MediaOption?, wraps: Bool) -> MediaOption? {
        let place = option.flatMap { options.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return options.indices.contains(place) ? options[place] : wraps ? options.first : nil
    }
}

/// The observers of outside commands.
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
