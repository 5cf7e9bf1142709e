import Presentation
package import VirtualTime

/// Transitions of the audio between renditions, or between a rendition and the variant stream.
extension TrackSet {
    /// The source of the audio after a change.
    package enum AudioSource: Equatable {
        /// The audio is in the variant stream.
        case variant
        /// The audio is a track of its own.
        case ownTrack
    }

    /// Continues with another variant stream after the buffered media of the current one.
    ///
    /// - Parameters:
    ///   - media: The variant stream.
    ///   - audio: Its audio rendition; `nil` when the variant stream has its own audio.
    ///   - carriesAudio: Whether the variant stream itself contains audio. The value is used only
    ///     if `audio` is `nil`.
    ///   - audioStart: The start position of an audio rendition if none was played before.
    ///   - place: The position of the playhead, or the target of a seek.
    /// - Returns: The new source of the audio; `nil` when it has not changed.
    package mutating func adopt(
        _ media: RenditionMedia, audio: RenditionMedia?, carriesAudio: Bool,
        audioStart: MediaTime, at place: MediaTime
    ) -> AudioSource? {
        guard let main else { return nil }
        let seam = main.resolvedEnd
        update(main.number) { $0.adopt(media) }
        guard let audio else { return carriesAudio ? carryAudio(from: seam) : nil }
        guard let old = self.audio else {
            prepare(nil)
            return addAudio(audio, at: audioStart, seam)
        }
        var source: AudioSource?
        if old.end != nil {
            update(old.number) { $0.end(at: nil) }
            source = .ownTrack
        }
        // Audio that is about to replace the playing audio is fetched at once from the audio group
        // of the new variant stream.
        if joining != nil {
            _ = join(audio, at: place)
        } else if audio !== old.media {
            update(old.number) { $0.adopt(audio) }
        }
        return source
    }

    /// Plays the audio rendition up to a position, and then the audio in the variant stream.
    ///
    /// - Returns: The new source of the audio; `nil` when it has not changed.
    private mutating func carryAudio(from seam: MediaTime) -> AudioSource? {
        prepare(nil)
        guard let audio, audio.end == nil else { return nil }
        update(audio.number) { $0.end(at: seam) }
        return .variant
    }

    /// Plays the audio in the variant stream up to a position, and then a rendition.
    ///
    /// - Returns: The new source of the audio.
    private mutating func addAudio(
        _ media: RenditionMedia, at start: MediaTime, _ seam: MediaTime
    ) -> AudioSource? {
        shift(media, at: seam)
        var track = make(.audio, media)
        track.start(at: start)
        _ = track.takeAbandonment()
        insert(track)
        return .ownTrack
    }

    /// Starts to fetch audio at a position, in addition to the playing audio.
    ///
    /// - Returns: The new source of the audio; `nil` when it has not changed.
    package mutating func join(
        _ media: RenditionMedia, at position: MediaTime
    ) -> AudioSource? {
        prepare(nil)
        if let audio, audio.media === media {
            let source: AudioSource? = audio.end == nil ? nil : .ownTrack
            update(audio.number) { $0.end(at: nil) }
            return source
        }
        shift(media, at: position)
        var track = make(.audio, media)
        track.seek(to: position)
        _ = track.takeAbandonment()
        prepare(track)
        return nil
    }

    /// Shifts the timeline of a rendition by the shift of the main track.
    ///
    /// The shift is the difference between the times of the main track's media and the times in its
    /// playlist. Live renditions are not shifted: they are placed by dates or numbers.
    private func shift(_ media: RenditionMedia, at position: MediaTime) {
        guard !media.isFollowed else { return }
        let shift = main?.shift(at: position) ?? .zero
        media.changeTimeline { $0.shift = shift }
    }

    /// Abandons the audio that was about to replace the playing audio.
    package mutating func cancelJoining() { prepare(nil) }

    /// Fetches the selected audio again at a position, if its next segment left the playlist.
    private mutating func renewJoining(at position: MediaTime) {
        guard let joining, !joining.isBusy, joining.awaitsPlaylist,
            joining.media.hasExpired(joining.next)
        else { return }
        _ = join(joining.media, at: position)
    }

    /// Switches to the selected audio if enough of it is buffered.
    ///
    /// If the selected audio cannot be obtained, the function also makes the switch, and the
    /// session then fails because this audio is missing.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead, or the target of a seek.
    ///   - lead: The duration of the audio that must be buffered after the position.
    /// - Returns: Whether the function switched to the selected audio.
    package mutating func letAudioJoin(at position: MediaTime, lead: MediaTime) -> Bool {
        renewJoining(at: position)
        guard let joining else { return false }
        guard joining.isAtEnd || joining.failure != nil || joining.resolvedEnd - position >= lead,
            let track = takeJoining()
        else { return false }
        remove(.audio)
        insert(track)
        return true
    }

    /// Removes the audio rendition if it is buffered up to the start of the variant stream's audio.
    package mutating func retireReplacedAudio() {
        if tracks.indices.contains(where: { tracks[$0].end != nil && tracks[$0].isAtEnd }) {
            remove(.audio)
        }
    }

    /// Removes an audio rendition that is needed only until the variant stream's own audio begins.
    ///
    /// The rendition is removed only if all tracks are fetched again from the position. It stays if
    /// the main track has buffered media at the position.
    package mutating func dropReplacedAudio(at position: MediaTime) {
        guard main?.holds(position) != true, tracks.contains(where: { $0.end != nil }) else {
            return
        }
        remove(.audio)
    }

    /// Plays the audio in the variant stream.
    ///
    /// - Returns: Whether the rendition was removed; otherwise it plays up to the position at which
    ///   the variant stream's audio begins.
    package mutating func goBackToCarriedAudio() -> Bool {
        if tracks.contains(where: { $0.end != nil }) { return false }
        remove(.audio)
        return true
    }

    /// Returns the discontinuity domain whose origin must be known before audio can be placed.
    ///
    /// The main track determines this origin. The domain is `nil` if the audio does not wait for an
    /// origin.
    package func originAwaited(by track: Track) -> Int? {
        guard track.role == .audio, let main, main.failure == nil,
            track.next < track.media.bounds.next
        else { return nil }
        let domain = track.media.timeline.domain(of: track.next)
        // If the discontinuities of the main track and of the audio differ, the main track may
        // never determine the origin, so the audio must not wait for it.
        let start = track.nextStart
        // Parts of the audio and of the main track have different boundaries. If playback starts at
        // a part, the audio therefore waits even if it begins before the first part of the main
        // track.
        let joinsInParts = main.part > 0 && !main.hasResolved
        guard joinsInParts || main.resolvedEnd <= start + TrackTimeline.tolerance else {
            return nil
        }
        guard main.next < main.media.bounds.next else {
            // If the audio playlist is reloaded first, the audio may be in a discontinuity domain
            // that the main playlist does not list yet.
            let timeline = main.media.timeline
            let isNew = timeline.last.map { timeline.domain(of: $0) < domain } ?? false
            return main.media.mayGrow && isNew ? domain : nil
        }
        return main.media.timeline.domain(of: main.next) <= domain ? domain : nil
    }
}
