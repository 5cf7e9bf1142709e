import Presentation
package import VirtualTime

/// The commands of a session.
///
/// Each command is an input that the session handles in a turn: a call during which later inputs
/// wait.
extension PlaybackSession {
    /// Starts to load the source.
    package func load() { turn(.load) }

    /// Loads the source again and continues from a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - autoPlay: Whether to play once the source is loaded.
    package func resume(at position: MediaTime, autoPlay: Bool) {
        turn(.resume(at: max(position, .zero), autoPlay: autoPlay))
    }

    /// Puts the session in play mode; after the end, playback starts from the beginning.
    package func play() { turn(.play) }

    /// Puts the session in pause mode.
    ///
    /// A session that is still loading then does not play automatically once it is loaded.
    package func pause() { turn(.pause) }

    /// Puts the session in pause mode because of the system, for example in an interruption.
    ///
    /// Unlike ``pause()``, this has no effect on the automatic playback of a session that is still
    /// loading.
    package func pauseBySystem() { turn(.pauseBySystem) }

    /// Changes how fast the session plays.
    package func setRate(_ rate: PlaybackRate) { turn(.setRate(rate)) }

    /// Changes the highest permitted bandwidth of variants, in bits per second; 0 permits any.
    ///
    /// The change takes effect with the next segment.
    package func setPreferredPeakBitRate(_ bitrate: Int64) {
        shell.media.assetLoad.setPreferredPeakBitRate(bitrate)
    }

    /// Calls a closure once when playback, not a seek, brings the playhead to a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - action: The closure, which is called when the session has handled all its inputs.
    package func whenPlayheadReaches(_ position: MediaTime, _ action: @escaping () -> Void) {
        turn(.waitForPlayhead(at: position, shell.calls.add { _ in action() }))
    }

    /// Seeks to a position.
    ///
    /// Before the event `Ready`, the function does nothing and never calls the completion, as
    /// documented for the simulated SDK (`Documentation/Brightcove.md#seeking`). Seeking a finished
    /// session to its end leaves it finished.
    ///
    /// - Parameters:
    ///   - target: The position, clamped to the seekable range.
    ///   - toleranceBefore: The greatest distance before the target at which the seek may land on a
    ///     sync sample.
    ///   - toleranceAfter: The greatest distance after the target at which the seek may land on a
    ///     sync sample.
    ///   - completion: Receives whether the seek landed: `false` when another seek or the end of
    ///     the session prevented it.
    package func seek(
        to target: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completion: @escaping (Bool) -> Void
    ) {
        guard shell.machine.phase.takesSeeks else { return }
        turn(
            .seek(
                SeekCommand(
                    target: target, toleranceBefore: toleranceBefore,
                    toleranceAfter: toleranceAfter, completion: shell.calls.add(completion))))
    }

    /// Fails the session because the media services of the system were restarted.
    package func failBecauseOfReset() { turn(.failBecauseOfReset) }

    /// Fails the session before it makes any request.
    package func failAtOnce(_ error: PlaybackError) { turn(.failAtOnce(error)) }

    /// Applies the limit on concurrent streams, if the viewer's token states one.
    ///
    /// - Parameters:
    ///   - isInBackground: Whether the app is in the background.
    ///   - predecessor: The client of the previous session, if that client still reports the end of
    ///     its stream.
    package func limitStreams(
        isInBackground: Bool, after predecessor: StreamConcurrencyClient?
    ) {
        shell.limitStreams(isInBackground: isInBackground, after: predecessor)
    }

    /// Ends the session, because the next session will replace it.
    ///
    /// A resumption in progress fails, because each resumption must be reported as complete or
    /// failed.
    package func terminate() { turn(.terminate) }
}

// MARK: - Media options

extension PlaybackSession {
    /// The audio that is selected; `nil` when the asset lists no audio to select.
    ///
    /// Setting `nil` or an option of another group changes nothing. The previous audio continues to
    /// play until the selected audio has been fetched from the playhead on.
    public var selectedAudibleMediaOption: MediaOption? {
        get { shell.media.assetLoad.selection.audible }
        set {
            guard let newValue else { return }
            shell.world.loop.turn { turn(.selectAudio(newValue)) }
        }
    }

    /// The subtitles that are selected; `nil` when none are selected.
    ///
    /// Setting an option of another group changes nothing. Setting `nil` selects no subtitles.
    public var selectedLegibleMediaOption: MediaOption? {
        get { shell.media.assetLoad.selection.legible }
        set { shell.world.loop.turn { turn(.selectSubtitles(newValue)) } }
    }

    /// Selects the audio according to the preferences.
    public func selectAudibleMediaOptionAutomatically() {
        guard let group = audibleMediaSelectionGroup else { return }
        selectedAudibleMediaOption = shell.options.mediaPreferences.audible(from: group)
    }

    /// Selects the subtitles, or none, according to the preferences.
    public func selectLegibleMediaOptionAutomatically() {
        guard let group = legibleMediaSelectionGroup else { return }
        selectedLegibleMediaOption = shell.options.mediaPreferences.legible(
            from: group, with: shell.media.assetLoad.selection.audible)
    }
}
