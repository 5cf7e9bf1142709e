public import VirtualTime

extension SystemControls {
    /// A command from outside the app: from the lock screen, a terminal or another process.
    ///
    /// Each command has a row in `OutsideCommandTable`, which contains its name, its argument and
    /// its condition. The controller performs the command as if the user had given it in the app;
    /// see ``perform(_:from:)``.
    ///
    /// Source: `Documentation/Device.md#outside-commands`.
    public enum Command: Equatable, Sendable {
        case play
        case pause
        /// Pauses a playing session, and plays a paused one.
        case toggle
        /// Pauses and seeks to the start.
        case stop
        /// Plays the next item.
        case next
        /// Plays the previous item.
        case previous
        /// Plays the item with this number; items are counted from 1.
        case item(Int)
        /// Seeks by a distance, forward or, if negative, backward.
        case skip(MediaTime)
        /// Seeks to a position.
        case seek(MediaTime)
        /// Sets the rate; 0 pauses.
        case rate(Double)
        /// Selects audio by language or name.
        case audio(String)
        /// Selects the next audio option; after the last option, the first one.
        case nextAudio
        /// Selects subtitles by language or name; `nil` selects none.
        case subtitles(String?)
        /// Selects the next subtitles; after the last ones, no subtitles.
        case nextSubtitles
        /// Sets the volume in percent; the value is stored and has no other effect.
        case volume(Double)
        /// Mutes the sound; the state is stored and has no other effect.
        case mute
        /// Turns the sound on; the state is stored and has no other effect.
        case unmute
        /// Replaces the list of items with the videos at a location.
        case load(String)
        /// Adds the videos at a location to the end of the list of items.
        case append(String)
        /// Removes an item from the list; the number is counted from 1.
        ///
        /// The current item can be removed only if a playable item follows it. That item is then
        /// played.
        case remove(Int)
        /// Moves an item to another position in the list; both positions are counted from 1.
        ///
        /// Afterwards, the item is at the second position. The current item remains the current
        /// one.
        case move(Int, to: Int)
        /// Removes all items but the current one from the list.
        case clear
        /// Ends playback.
        case quit
    }

    /// The source of an outside command.
    public enum Source: String, CaseIterable, Sendable {
        /// The lock screen, or another remote control of the system.
        case remote
        /// The headphone button.
        case headset
        /// The keys of a terminal.
        case keys
        /// Another process, through a socket.
        case ipc
        /// The D-Bus session bus, through the MPRIS interface.
        case mpris
    }

    /// The answer to an outside command; the raw values are status codes of the simulated system.
    public enum Answer: Int, CaseIterable, Sendable {
        /// The command was performed.
        case success = 0
        /// The requested content does not exist.
        ///
        /// For example, no track has the given language.
        case noSuchContent = 100
        /// The player has no current item to which the command could apply.
        case noActionableNowPlayingItem = 110
        /// The command is not enabled, or currently not possible.
        case commandFailed = 200
    }
}
