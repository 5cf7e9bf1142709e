import Presentation
package import Sessions
package import VirtualTime

/// The state of a player at one moment, for controls outside the app.
///
/// The D-Bus session bus and the messages to other processes report this state. The title and the
/// picture are the same as on the lock screen.
package struct PlayerView: Equatable {
    /// The volume and the mute state, which are stored and have no other effect.
    package struct Sound: Equatable {
        /// The volume in percent.
        package var volume = 100.0
        /// Whether the sound is off.
        package var isMuted = false

        /// Creates a volume and a mute state.
        package init(volume: Double = 100, isMuted: Bool = false) {
            self.volume = volume
            self.isMuted = isMuted
        }
    }

    /// The audio options or the subtitles from which the user can select.
    package struct Tracks: Equatable {
        /// The options, in the order of the playlist.
        package var options: [MediaOption] = []
        /// The index of the selected option; `nil` if none is selected.
        package var selected: Int?
    }

    /// An item in the list of the player.
    package struct Entry: Equatable {
        /// The title; `nil` if there is none.
        package var title: String?
        /// The URL of the item's first source.
        package var url: String
    }

    /// The item that is played.
    package struct Item: Equatable {
        /// The number of the item's session, which differs each time an item is played.
        package var session: Int
        /// The index of the item in the player's list.
        package var index: Int
        /// The title, as the lock screen shows it.
        package var title: String
        /// The location of a picture; `nil` if there is none.
        package var artwork: String?
        /// The URL of the source that is played.
        package var url: String
        /// Whether the session is meant to play, even if it waits for media.
        package var isPlaying: Bool
        /// Whether the item has been played to its end.
        package var hasEnded: Bool
        /// Whether the playback of the item has failed.
        package var hasFailed: Bool
        /// Whether the item waits for media.
        package var isStalled: Bool
        /// Whether a seek is in progress.
        package var isSeeking: Bool
        /// The position of the playhead.
        package var position: MediaTime
        /// The duration; `nil` before the playlist is loaded, and for a broadcast.
        package var duration: MediaTime?
        /// Whether the item is a broadcast that has not ended.
        package var isLive: Bool
        /// The first seekable range of the item; `nil` if the item has none.
        package var seekable: Range<MediaTime>?
        /// The duration of the media that is buffered after the playback position.
        package var bufferedLead: MediaTime
        /// The bandwidth of the current variant stream in bits per second; 0 if unknown.
        package var bitrate: Int64
        /// The audio options of the item.
        package var audio: Tracks
        /// The subtitles of the item.
        package var subtitles: Tracks
        /// The subtitle cues that are currently shown.
        package var cues: [SubtitleCue]
        /// The chapters of the item, one for each cue point that has a position in seconds.
        package var chapters: [Chapter]
        /// Whether the previous item can be selected.
        package var isPreviousEnabled: Bool
        /// Whether the next item can be selected.
        package var isNextEnabled: Bool
    }

    /// A cue point that is shown as a chapter.
    package struct Chapter: Equatable {
        /// The name of the cue point, or else its type.
        package var title: String
        /// The playback position of the cue point.
        package var time: MediaTime
    }

    /// The virtual time at which this state was read.
    package var instant: Instant
    /// The current item; `nil` if there is none.
    package var item: Item?
    /// The player's list of items.
    package var entries: [Entry]
    /// The rate of playback.
    package var rate: Double
    /// The volume and the mute state of the player.
    package var sound: Sound

    /// Creates the state of a player.
    package init(
        instant: Instant, item: Item?, entries: [Entry], rate: Double, sound: Sound
    ) {
        self.instant = instant
        self.item = item
        self.entries = entries
        self.rate = rate
        self.sound = sound
    }

    /// The title of the current item, or else the last component of its location.
    package var title: String? {
        guard let item else { return nil }
        if entries.indices.contains(item.index), let title = entries[item.index].title {
            return title
        }
        let path = item.url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? item.url
    }

    /// Whether the player has a paused item that a command could resume.
    package var isPausedByChoice: Bool {
        item.map { !$0.isPlaying && !$0.hasEnded && !$0.hasFailed } ?? false
    }
}

extension SystemControls {
    /// The state of the player; `nil` once the controller is released.
    package var view: PlayerView? { controller.map(view(of:)) }

    /// Returns the state of the player.
    func view(of controller: PlaybackController) -> PlayerView {
        PlayerView(
            instant: controller.world.loop.now,
            item: controller.currentSession.map { item(of: $0, in: controller) },
            entries: controller.queue.videos.map {
                PlayerView.Entry(title: $0.name, url: $0.sources.first?.url ?? "")
            },
            rate: controller.rate.value, sound: sound)
    }

    private func item(
        of session: PlaybackSession, in controller: PlaybackController
    ) -> PlayerView.Item {
        let screen = lockScreen(of: session, controller.world.device)
        let duration = session.duration
        return PlayerView.Item(
            session: session.number, index: controller.queue.currentIndex ?? 0,
            title: screen.title, artwork: screen.image, url: session.source.url,
            isPlaying: session.isPlaying, hasEnded: session.hasEnded,
            hasFailed: session.failure != nil, isStalled: session.clockActivity == .rebuffering,
            isSeeking: session.clockActivity == .seeking, position: session.position,
            duration: duration?.isIndefinite == true ? nil : duration,
            isLive: duration?.isIndefinite == true, seekable: session.seekableRanges.first,
            bufferedLead: session.bufferedLead, bitrate: session.indicatedBitRate,
            audio: PlayerView.Tracks(
                session.audibleMediaSelectionGroup, session.selectedAudibleMediaOption),
            subtitles: PlayerView.Tracks(
                session.legibleMediaSelectionGroup, session.selectedLegibleMediaOption),
            cues: session.shownCues,
            chapters: session.video.cuePoints.compactMap { point in
                guard case .time(let time) = point.position else { return nil }
                return PlayerView.Chapter(title: point.name ?? point.type, time: time)
            },
            isPreviousEnabled: screen.isPreviousEnabled, isNextEnabled: screen.isNextEnabled)
    }
}

extension PlayerView.Tracks {
    fileprivate init(_ group: MediaSelectionGroup?, _ option: MediaOption?) {
        options = group?.options ?? []
        selected = option.flatMap { options.firstIndex(of: $0) }
    }
}
