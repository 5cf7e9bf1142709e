/// The samples of a transport stream that is read without libavformat.
///
/// The stream must be plain: no packet is damaged, lost or repeated, one program map announces only
/// H.264, HEVC and AAC, and each PES packet states its time. libavformat reads all other
/// streams (`Decisions/0026`).
struct PlainTransport {
    /// The tracks, with the findings from their samples.
    private(set) var tracks: [TrackScan] = []
    /// The elementary streams that the program tables announce.
    let announced: [ProgramStream]
    /// The finished scan of the packets.
    let scan: TransportScan

    private var samples: ArraySlice<SampleSummary> = []

    /// The maximum size of the media in bytes; libavformat reads larger media.
    ///
    /// The reason for the limit is that all samples are collected before the first one is used.
    private static let largestMedia: Int64 = 64 << 20
    private static let windowSize: Int64 = 680 * Int64(TransportPacket.size)

    /// Reads the stream; `nil` when libavformat has to read it.
    init?(_ opened: OpenedMedia) {
        guard opened.format == .mpegTS, opened.prefix.isEmpty, opened.detection.start == 0,
            let count = opened.media.byteCount, count <= Self.largestMedia,
            count % Int64(TransportPacket.size) == 0, let program = opened.program,
            let streams = PlainStream.list(program), !streams.isEmpty
        else { return nil }
        announced = program.streams
        var assembly = Assembly(streams)
        let isRead = opened.media.read(0..<count, windowSize: Self.windowSize) { window, _ in
            assembly.take(window)
        }
        guard isRead, assembly.finish(), assembly.scan.announced == announced else { return nil }
        scan = assembly.scan
        tracks = assembly.streams.map(\.track)
        samples = assembly.samples[...]
    }

    /// Returns the next sample; `nil` at the end.
    mutating func next() -> SampleSummary? { samples.popFirst() }

    /// Collects the samples of all streams.
    private struct Assembly {
        var streams: [PlainStream]
        var scan = TransportScan()
        var samples: [SampleSummary] = []
        private var unwrapper = TimestampUnwrapper()
        private var isPlain = true

        private static let serviceDescription = 0x11

        init(_ streams: [PlainStream]) { self.streams = streams }

        /// Reads the next packets; does nothing after a packet that libavformat must read.
        mutating func take(_ window: Span<UInt8>) {
            guard isPlain, window.count % TransportPacket.size == 0 else { return isPlain = false }
            scan.take(window)
            for start in stride(from: 0, to: window.count, by: TransportPacket.size) {
                guard takePacket(window, at: start) else { return isPlain = false }
            }
        }

        @inline(__always)
        private mutating func takePacket(_ bytes: Span<UInt8>, at start: Int) -> Bool {
            let identifier = Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
            for place in streams.indices where streams[place].identifier == identifier {
                return streams[place].take(bytes, at: start, &samples, &unwrapper)
            }
            return identifier == TransportPacket.nullIdentifier
                || identifier == Self.serviceDescription || scan.isTable(identifier)
        }

        /// Ends all PES packets; returns `false` when libavformat must read the stream.
        mutating func finish() -> Bool {
            scan.finish()
            guard isPlain, scan.isPlain else { return false }
            // libavformat also returns the remaining packets in the order of the identifiers.
            let places = streams.indices.sorted { streams[$0].identifier < streams[$1].identifier }
            return places.allSatisfy { streams[$0].finish(&samples, &unwrapper) }
                && !samples.isEmpty
        }
    }
}
