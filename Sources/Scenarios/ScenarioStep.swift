public import HeadlessPlayback

/// A step of a scenario, performed once when it is triggered.
public struct ScenarioStep: Sendable {
    /// The trigger of a step.
    public enum Trigger: Sendable, Equatable {
        /// At the start of the run, before all other events, in the order of the steps.
        case start
        /// At a time of the virtual clock.
        case time(Duration)
        /// At a time of the virtual clock, after all other events of that time.
        ///
        /// If several steps have the same time, each of these steps waits for the events that the
        /// previous step causes.
        case behind(Duration)
        /// When the playhead of the current session reaches a position by playing.
        case position(MediaTime)
        /// At a given occurrence, counted from 1, of an event that matches a pattern.
        case event(EventPattern, occurrence: Int)
        /// Some time after the previous step was performed.
        case afterPrevious(Duration)
    }

    /// An action of a scenario.
    public enum Action: Sendable {
        case play
        case pause
        /// Seeks to a position, within a tolerance.
        case seek(to: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime)
        /// Seeks to the end of the seekable range.
        case seekToLive
        /// Seeks to the position that is some time before the end of the seekable range.
        case seekBack(MediaTime)
        case setRate(Double)
        /// Advances to the next video.
        case advance
        /// Replaces the videos with the assets of the scenario at these indices.
        case setVideos([Int])
        /// Inserts an asset into the queue of videos.
        ///
        /// The first value is the index of the asset in the scenario. The value `after` is the
        /// queue index of the video after which the asset is inserted.
        case insert(Int, after: Int)
        /// Selects audio by its language or its name.
        case selectAudio(String)
        /// Selects subtitles by their language or their name; `nil` selects none.
        case selectSubtitles(String?)
        /// Loads the current video again at a position; it then plays if `autoPlay` is `true`.
        case resume(at: MediaTime, autoPlay: Bool)
        /// Sets the highest permitted bandwidth of variants in bits per second; 0 permits any.
        case setPeakBitrate(Int64)
        /// Starts or ends external playback.
        case setExternalPlayback(Bool)
        /// Changes the connection of the device.
        ///
        /// A server outage does not change the connection; the network conditions describe outages.
        case connect(Device.Connection)
        /// Moves the app to the foreground or background; playback may pause in the background.
        case enter(Device.AppState)
        /// Ends the app.
        ///
        /// Until the next launch, no step can use the app, but time passes.
        case kill(Device.Death)
        /// Launches the app after a step has ended it.
        case launch
        /// Ends the app and launches it again at once.
        case relaunch(Device.Death)
        /// Changes the device or the surroundings of the app.
        case device(DeviceAction)
        /// Ends the run, even while a broadcast that has not ended is being played.
        case stop
        /// Downloads the asset with this index among the assets of the scenario.
        case download(Int, OfflineVideoParameters?)
        case pauseDownload(Int)
        case resumeDownload(Int)
        case cancelDownload(Int)
        case deleteDownload(Int)
        /// Plays the download of the asset with this index among the assets of the scenario.
        case playDownload(Int)
        case preloadLicence(Int, OfflineVideoParameters?)
        case renewLicence(Int, OfflineVideoParameters?)
    }

    /// The trigger of the action.
    public var trigger: Trigger
    /// The action.
    public var action: Action

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - trigger: The trigger of the step.
    public init(_ action: Action, at trigger: Trigger = .start) {
        self.action = action
        self.trigger = trigger
    }
}
