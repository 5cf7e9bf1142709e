import CommandTree
import HeadlessPlayback
import Recordings
import Transport
import VirtualTime

/// The recording that `playctl play --record` makes.
struct PlayRecording {
    private let recorder: ResponseRecorder
    private let folder: RecordingFolder
    private let path: String

    /// The loader that records each loaded response.
    var loader: any ResourceLoader { recorder }

    /// Begins a recording; `nil` when none is requested.
    ///
    /// - Parameters:
    ///   - options: The options of playback.
    ///   - loader: The loader of the recorded responses.
    /// - Throws: ``CommandFailure`` when the recording cannot begin.
    init?(_ options: PlayOptions, behind loader: any ResourceLoader) throws(CommandFailure) {
        guard let path = options.record else { return nil }
        guard options.assets.count == 1, let asset = options.assets.first,
            ResourceScheme(of: asset).isRemote
        else {
            throw CommandFailure(.usage, "--record needs one asset of a server")
        }
        let now = Stopwatch.started()
        let header = RecordedHeader(
            location: RecordingMask.location(asset), started: WallClock.now,
            hasBodies: !options.recordsPlaylistsOnly, limit: options.recordLimit)
        let folder = try RecordingFolder(path)
        do throws(RecordingError) {
            recorder = try ResponseRecorder(header, in: folder, behind: loader) {
                Instant(sinceStart: now())
            }
        } catch {
            throw CommandFailure(file: path, error)
        }
        self.folder = folder
        self.path = path
    }

    /// Ends the recording of a playback that failed; errors of the recording are not reported.
    ///
    /// A recording without any response is removed.
    func abandon() {
        if recorder.count == 0 { return folder.remove() }
        try? recorder.end()
    }

    /// Ends the recording.
    ///
    /// - Throws: ``CommandFailure`` when the recording is not complete.
    func end() throws(CommandFailure) {
        do throws(RecordingError) {
            try recorder.end()
        } catch {
            throw CommandFailure(.failed, "\(path): the recording is not complete: \(error)")
        }
    }
}

extension ArgumentConverter<Int64> {
    /// The converter for a size of at least 64 kB, in bytes.
    static let recordLimit = ArgumentConverter(
        expectation: "a size from 64kB on, such as 500MB or 2GB"
    ) { text in
        let units: [(String, Int64)] = [
            ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ]
        let unit = units.first { text.hasSuffix($0.0) }
        let digits = unit.map { text.dropLast($0.0.count) } ?? text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(digits)
        else { return nil }
        let (size, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
        return overflow || size < 64_000 ? nil : size
    }
}
