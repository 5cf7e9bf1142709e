package import Containers
import Formats
package import HeadlessPlayback
package import Sessions
import VirtualTime

/// The options of `playctl play`.
package struct PlayOptions: Equatable, Sendable {
    /// The format of events.
    package enum Events: String, CaseIterable {
        case text, ndjson, none
    }

    /// The format of the ledger.
    package enum Ledger: String, CaseIterable {
        case text, json, none
    }

    /// A seek that is performed when the playhead reaches a position.
    package struct Seek: Equatable, Sendable {
        /// The position that triggers the seek.
        package var from: MediaTime
        /// The target of the seek.
        package var to: MediaTime

        package init(from: MediaTime, to: MediaTime) {
            self.from = from
            self.to = to
        }
    }

    /// A network with a constant bandwidth and a constant latency.
    package struct Network: Equatable, Sendable {
        package var bitsPerSecond: Int64
        /// The time from a request to the first byte of its response.
        package var latency: Duration

        package init(bitsPerSecond: Int64, latency: Duration) {
            self.bitsPerSecond = bitsPerSecond
            self.latency = latency
        }

        /// The network as typed, such as `1500,40`.
        package var word: String {
            let kilobits = PlainDecimal.text(ofThousandths: bitsPerSecond)
            guard latency > .zero else { return kilobits }
            let (seconds, attoseconds) = latency.components
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            return "\(kilobits),\(PlainDecimal.text(ofThousandths: microseconds))"
        }
    }

    /// The paths and addresses of the assets to play, in order.
    ///
    /// If there are none, the bundled sample is played.
    package var assets: [String] = []
    /// The path of a list of cue points; `nil` when there is none.
    package var cuePoints: String?
    package var autoAdvance = true
    package var seeks: [Seek] = []
    /// The playback rate, in seconds of media per second.
    package var rate = 1.0
    /// Whether the virtual clock runs in real time.
    package var realtime = false
    /// The path of a socket for commands from other processes; `nil` means no socket.
    package var socket: String?
    /// Whether the player is published on the D-Bus session bus.
    package var isOnSessionBus = false
    /// Whether playback waits for assets that other processes name, at its start and at its end.
    package var isIdle = false
    package var progressInterval = MediaTime.seconds(1)
    package var verification = VerificationLevel.demux
    /// The demuxer for media containers.
    package var demuxer = DemuxerChoice.automatic
    /// The preferred language of the audio; `nil` leaves the choice to the asset.
    package var audio: String?
    /// The subtitles to show.
    package var subtitles = MediaPreferences.Subtitles.automatic
    /// Whether the playlist of subtitles may end long before the other media.
    package var acceptsShortSubtitles = false
    /// Whether the text of subtitle cues is written when the cues are shown.
    package var showsCues = false
    /// The text tracks that are added to every asset.
    package var textTracks: [TextTrack] = []
    /// The sources of keys for encrypted assets.
    package var keys = KeyOptions()
    /// The permitted hosts, and the header fields, cookies and logins of requests.
    package var hosts = HostOptions()
    /// The player to model; `nil` means the default.
    package var profile: PlayerProfile?
    /// The maximum bandwidth of the variant stream in bits per second; 0 means any.
    package var maxBitrate: Int64 = 0
    /// The network to simulate; `nil` simulates none.
    package var network: Network?
    /// The path of a file that describes a changing network; `nil` when there is none.
    package var networkTrace: String?
    /// The latency of the network that the file at `networkTrace` describes.
    ///
    /// The latency is an option of its own, because the file contains only bandwidths.
    package var latency = Duration.zero
    /// The fraction of packets that is lost, from 0 to 1.
    package var loss = 0.0
    /// The random seed for the loss of packets.
    package var seed: UInt64 = 1
    package var events = Events.text
    /// The path of the file for the trace of events; `nil` writes none.
    package var trace: String?
    /// The path of the folder for a recording of all responses; `nil` for none.
    package var record: String?
    /// Whether a recording omits the bodies of media, initialization sections and keys.
    package var recordsPlaylistsOnly = false
    /// The maximum size of a recording in bytes.
    package var recordLimit: Int64 = 1_000_000_000
    /// The path of the file for the list of requests; `nil` for none.
    package var requests: String?
    package var ledger = Ledger.text
    /// Whether only failures are written.
    package var isQuiet = false
    /// Whether facts about playback are written to standard error, besides failures.
    package var isVerbose = false
    /// The position at which each session starts; `nil` leaves the choice to the asset.
    package var start: MediaTime?
    /// The time from the first ready session to the end of playback; `nil` plays to the end.
    package var length: Duration?
    /// The maximum virtual time of playback; `nil` derives it from the declared media duration.
    package var timeLimit: Duration?

    /// The requested length plus the time that backward seeks add to playback.
    ///
    /// A forward seek reduces the time.
    var plannedTime: Duration {
        let rate = PlaybackRate(rate) ?? .normal
        return seeks.reduce(length ?? .zero) { $0 + Duration(playing: $1.from - $1.to, at: rate) }
    }

    /// The paths or locations of the files that the command reads; no output may replace them.
    var inputFiles: [String] {
        assets + [cuePoints, networkTrace].compactMap(\.self) + textTracks.map(\.source)
            + keys.inputFiles + hosts.inputFiles
    }

    /// Creates options with their defaults.
    package init() {}
}
