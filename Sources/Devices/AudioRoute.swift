extension Device {
    /// The audio output of a device; an AirPlay device may also show the video.
    ///
    /// Source: `Documentation/Device.md#routes`.
    public enum AudioRoute: Equatable, Sendable {
        /// The speaker of the device.
        case builtIn
        case headphones
        case bluetooth
        /// An AirPlay device; `video` states whether the device also shows the video.
        case airPlay(video: Bool)

        /// The reason for a change of the audio route.
        ///
        /// The raw values equal the raw values of `AVAudioSession.RouteChangeReason`.
        public enum ChangeReason: Int, CaseIterable, Sendable {
            case unknown = 0
            /// A device was connected.
            case newDevice = 1
            /// The audio device in use was disconnected, which pauses playback.
            case oldDeviceUnavailable = 2
            /// The category of the audio session changed.
            case category = 3
            /// The user or the app has chosen the route.
            case override = 4
            case wakeFromSleep = 6
            case noSuitableRoute = 7
            case configuration = 8
        }

        /// Whether an AirPlay device shows the video.
        public var showsVideoElsewhere: Bool { self == .airPlay(video: true) }

        /// Returns the usual reason for a change to another route.
        ///
        /// A change from headphones or Bluetooth to the speaker means that the headphones or the
        /// Bluetooth device were disconnected. A change to AirPlay, or from AirPlay to the speaker,
        /// counts as a choice of the user.
        ///
        /// - Parameter route: The route to change to.
        /// - Returns: The reason.
        public func usualReason(to route: AudioRoute) -> ChangeReason {
            switch (self, route) {
            case (.headphones, .builtIn), (.bluetooth, .builtIn): .oldDeviceUnavailable
            case (_, .headphones), (_, .bluetooth): .newDevice
            default: .override
            }
        }
    }
}

extension Device {
    /// Changes the audio route.
    ///
    /// - Parameters:
    ///   - route: The new route.
    ///   - reason: The reason for the change; `nil` means the usual reason.
    public func setAudioRoute(_ route: AudioRoute, reason: AudioRoute.ChangeReason? = nil) {
        guard route != audioRoute else { return }
        let previous = audioRoute
        audioRoute = route
        report(.audioRoute(from: previous, reason ?? previous.usualReason(to: route)))
    }
}
