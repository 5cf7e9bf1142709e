extension Device {
    /// The audio session of an app: its category, its options, and whether it is active.
    ///
    /// Source: `Documentation/Device.md#audio-session`.
    public struct AudioSession: Equatable, Sendable {
        /// The category of an audio session.
        public enum Category: String, CaseIterable, Sendable {
            case ambient
            /// The default category, for apps that do not set a category.
            case soloAmbient = "solo-ambient"
            case playback
            case record
            case playAndRecord = "play-and-record"
            case multiRoute = "multi-route"
        }

        /// The options of a category, with the raw values of `AVAudioSession.CategoryOptions`.
        public struct Options: OptionSet, Hashable, Sendable {
            /// The options as a bit mask.
            public let rawValue: UInt

            /// Creates options from their bits.
            public init(rawValue: UInt) { self.rawValue = rawValue }

            /// The option that lets the sound of other apps continue.
            public static let mixWithOthers = Options(rawValue: 1)
            /// The option that makes the sound of other apps quieter.
            public static let duckOthers = Options(rawValue: 2)
            /// The option that permits Bluetooth hands-free devices.
            public static let allowBluetooth = Options(rawValue: 4)
            /// The option that prefers the speaker to the receiver, the earpiece of a phone.
            public static let defaultToSpeaker = Options(rawValue: 8)
            /// The option that makes other apps pause spoken audio, such as podcasts.
            public static let interruptSpokenAudio = Options(rawValue: 17)
            /// The option that permits Bluetooth stereo devices (A2DP).
            public static let allowBluetoothA2DP = Options(rawValue: 32)
            /// The option that permits AirPlay.
            public static let allowAirPlay = Options(rawValue: 64)

            /// The options, each with its keyword in scenario files.
            package static let words: [(word: String, option: Options)] = [
                ("mix-with-others", .mixWithOthers), ("duck-others", .duckOthers),
                ("allow-bluetooth", .allowBluetooth), ("default-to-speaker", .defaultToSpeaker),
                ("interrupt-spoken-audio", .interruptSpokenAudio),
                ("allow-bluetooth-a2dp", .allowBluetoothA2DP), ("allow-airplay", .allowAirPlay),
            ]
        }

        /// The category.
        public internal(set) var category: Category
        /// The options of the category.
        public internal(set) var options: Options
        /// Whether the audio session is active.
        public internal(set) var isActive: Bool

        /// Creates an audio session.
        ///
        /// - Parameters:
        ///   - category: The category.
        ///   - options: The options of the category.
        ///   - isActive: Whether the session is active.
        public init(
            category: Category = .soloAmbient, options: Options = [], isActive: Bool = false
        ) {
            self.category = category
            self.options = options
            self.isActive = isActive
        }

        /// Whether sound may continue while the app is in the background.
        public var permitsBackgroundAudio: Bool { category == .playback && isActive }
    }

    /// The reason why the audio session of an app could not be changed.
    public enum AudioSessionError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The audio of the app is interrupted, for example by a phone call.
        case isInterrupted

        /// The error message.
        public var description: String {
            "the audio session cannot be activated while its audio is interrupted"
        }
    }
}

extension Device {
    /// Sets the category of the audio session.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - options: The options of the category.
    public func setAudioCategory(
        _ category: AudioSession.Category, options: AudioSession.Options = []
    ) {
        var session = audioSession
        session.category = category
        session.options = options
        replace(audioSession: session)
    }

    /// Activates or deactivates the audio session.
    ///
    /// - Parameter isActive: Whether to activate the session.
    /// - Throws: ``AudioSessionError`` if the session cannot be activated because its audio is
    ///   interrupted.
    public func setAudioSessionActive(_ isActive: Bool) throws(AudioSessionError) {
        if isActive, isInterrupted { throw .isInterrupted }
        var session = audioSession
        session.isActive = isActive
        replace(audioSession: session)
    }

    func replace(audioSession session: AudioSession) {
        guard session != audioSession else { return }
        audioSession = session
        report(.audioSession)
    }
}
