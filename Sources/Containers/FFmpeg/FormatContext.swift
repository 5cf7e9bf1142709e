import CFFmpeg

/// The single owner of one opened `AVFormatContext` and of the bytes that it reads.
///
/// The corresponding C functions are `avformat_open_input`, `av_read_frame` and
/// `avformat_close_input`. libavformat uses only the given demuxer and no protocols, and a
/// container cannot cause it to open other resources.
@safe
struct FormatContext: ~Copyable {
    /// The processing of packets by libavformat.
    enum Depth {
        /// Packets as they are stored: no parsers, no inferred times.
        case stored
        /// Packets split into frames, with inferred times and probed streams, as in `ffprobe`.
        case parsed
        /// Packets split into frames, without probing the stream in advance.
        case split
    }

    enum ReadResult {
        case packet
        case end
        case failure(String)
    }

    private static let mostStreams: Int32 = 64

    private let pointer: UnsafeMutablePointer<AVFormatContext>
    let source: ByteSource
    private let program: TransportProgram?

    /// Opens a container.
    ///
    /// - Parameters:
    ///   - format: The container.
    ///   - source: The source of the container's bytes.
    ///   - depth: The processing of packets.
    ///   - program: The streams of a transport stream; their types are used for streams that
    ///     libavformat does not recognize.
    /// - Throws: `ContainerError` when the demuxer refuses the bytes or they cannot be read.
    init(
        _ format: ContainerFormat, source: ByteSource, depth: Depth,
        program: TransportProgram? = nil
    ) throws(ContainerError) {
        precondition(FFmpegLibrary.isPrepared, "the libraries are set up first")
        var context = unsafe avformat_alloc_context()
        guard let fresh = unsafe context else { fatalError("out of memory") }
        unsafe fresh.pointee.pb = source.context
        unsafe fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        unsafe fresh.pointee.io_open = { _, _, _, _, _ in shim_AVERROR_EPERM }
        unsafe fresh.pointee.protocol_whitelist = av_strdup("")
        unsafe fresh.pointee.max_streams = Self.mostStreams
        if case .stored = depth {
            unsafe fresh.pointee.flags |= AVFMT_FLAG_NOPARSE | AVFMT_FLAG_NOFILLIN
            unsafe fresh.pointee.correct_ts_overflow = 0
        }
        guard let demuxer = unsafe av_find_input_format(format.demuxerName) else {
            unsafe avformat_free_context(fresh)
            throw ContainerError(.malformed(format, "this FFmpeg has no demuxer for it"))
        }
        unsafe fresh.pointee.format_whitelist = av_strdup(demuxer.pointee.name)
        let status = unsafe avformat_open_input(&context, nil, demuxer, nil)
        guard status >= 0, let opened = unsafe context else {
            if let failure = source.failure {
                throw ContainerError(.input(failure), offset: failure.offset)
            }
            throw ContainerError(.malformed(format, FFmpegLibrary.text(of: status)))
        }
        // All properties are set together, so that no partly initialized owner exists when an error
        // is thrown.
        self.source = source
        unsafe pointer = opened
        self.program = program
        for index in 0..<streamCount { unsafe adopt(stream(index)) }
        if case .parsed = depth { _ = unsafe avformat_find_stream_info(opened, nil) }
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
        unsafe avformat_close_input(&context)
    }

    var streamCount: Int { unsafe Int(pointer.pointee.nb_streams) }

    /// Reads the next packet, which replaces the previous one.
    func read(into packet: borrowing PacketStorage) -> ReadResult {
        unsafe av_packet_unref(packet.pointer)
        let status = unsafe av_read_frame(pointer, packet.pointer)
        if status >= 0 { return .packet }
        if let failure = source.failure { return .failure("\(failure)") }
        return status == shim_AVERROR_EOF ? .end : .failure(FFmpegLibrary.text(of: status))
    }

    /// Seeks to the last packet at which decoding can start, at or before a time.
    ///
    /// The corresponding C function is `av_seek_frame`.
    ///
    /// - Parameters:
    ///   - count: The time, in units of the stream's time base.
    ///   - index: The stream.
    /// - Returns: Whether the seek succeeded; if not, reading continues at the current position.
    func seek(to count: Int64, ofStream index: Int) -> Bool {
        unsafe av_seek_frame(pointer, Int32(index), count, AVSEEK_FLAG_BACKWARD) >= 0
    }

    /// Returns the properties of a stream that libavformat knows at this point of reading.
    func facts(ofStream index: Int) -> StreamFacts {
        let stream = unsafe stream(index)
        unsafe adopt(stream)
        return unsafe StreamFacts(stream, index: index)
    }

    /// Sets the codec of a stream that libavformat does not recognize.
    ///
    /// HLS announces E-AC-3 only by the stream type 0x87.
    private func adopt(_ stream: UnsafeMutablePointer<AVStream>) {
        guard let program, unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_NONE,
            let announced = program.stream(Int(unsafe stream.pointee.id))
        else { return }
        switch announced.content {
        case .audio(_, .ac3?): unsafe stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_AC3
        case .audio(_, .eac3?): unsafe stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_EAC3
        default: return
        }
        unsafe stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    }

    /// Creates a decoder for a stream.
    ///
    /// - Throws: ``Decoder/Failure`` when there is none.
    func decoder(
        forStream index: Int, parameterSets: [UInt8]
    ) throws(Decoder.Failure) -> Decoder {
        let stream = unsafe stream(index)
        return try unsafe Decoder(
            stream.pointee.codecpar, timeBase: stream.pointee.time_base,
            parameterSets: parameterSets)
    }

    private func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
        precondition(index >= 0 && index < streamCount, "a stream of this container")
        guard let stream = unsafe pointer.pointee.streams[index] else {
            fatalError("a container lists its streams")
        }
        return unsafe stream
    }
}
