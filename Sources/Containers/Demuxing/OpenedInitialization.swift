/// An initialization section, read once for all segments that share it.
///
/// If the section cannot be read, each segment that needs it reports the error.
package struct OpenedInitialization: Sendable {
    /// The properties of an initialization section that could be read.
    struct Contents: Sendable {
        let bytes: [UInt8]
        let format: ContainerFormat
        /// The tracks of the section; `nil` if only libavformat can read its fragments.
        ///
        /// The property is also `nil` if the section is not part of an ISO base media file.
        let movie: PlainSection?
        /// The damage to the movie box of the section; an error when the box cannot be read.
        let problems: Result<[ContainerProblem], ContainerError>
    }

    let contents: Result<Contents, ContainerError>

    private static let largest = 16 << 20

    /// Returns whether the section was read without an error from exactly these bytes.
    package func isOf(_ bytes: [UInt8]) -> Bool {
        if case .success(let contents) = contents { contents.bytes == bytes } else { false }
    }

    /// Reads a section; an error is stored, and reported for each segment that needs the section.
    package init(_ input: any ContainerInput) {
        do throws(ContainerError) {
            contents = .success(try Contents(input, limit: Self.largest))
        } catch {
            contents = .failure(error)
        }
    }
}

extension OpenedInitialization.Contents {
    fileprivate init(_ input: any ContainerInput, limit: Int) throws(ContainerError) {
        let format = try FormatDetection(of: input).format
        let bytes: [UInt8]
        do {
            bytes = try input.bytes(at: 0, count: limit + 1)
        } catch {
            throw ContainerError(.input(error))
        }
        guard bytes.count <= limit else {
            throw ContainerError(.tooLarge("the initialization section"))
        }
        self.bytes = bytes
        self.format = format
        guard format.isISO else {
            movie = nil
            problems = .success([])
            return
        }
        guard !UnnumberedTrack.mayBePresent(in: bytes) else {
            throw ContainerError(
                .malformed(format, "in its initialization section, \(UnnumberedTrack.damage)"))
        }
        movie = PlainSection(bytes)
        do throws(ContainerError) {
            problems = .success(try MoviePromise(of: MemoryInput(bytes)).sectionProblems)
        } catch {
            problems = .failure(error)
        }
    }
}

/// The tracks of an initialization section whose fragments can be read without libavformat.
struct PlainSection: Sendable {
    let movie: PlainMovie
    /// The tracks that libavformat finds in the initialization section without any segment.
    let tracks: [StreamFacts]
    /// For each track, the features of its samples that can be checked without decoding.
    let forms: [SampleForm]

    /// Reads a section; `nil` when its fragments cannot be read without libavformat.
    fileprivate init?(_ bytes: [UInt8]) {
        guard let movie = PlainMovie(initialization: bytes) else { return nil }
        let source = ByteSource(
            prefix: bytes, media: MemoryInput([]), from: 0, isSequential: true)
        guard let context = try? FormatContext(.fragmentedMP4, source: source, depth: .stored)
        else { return nil }
        let tracks = (0..<context.streamCount).map { context.facts(ofStream: $0) }
        guard tracks.count == movie.tracks.count,
            zip(tracks, movie.tracks).allSatisfy({ $0.isPlain && $0.id == Int($1.id) })
        else { return nil }
        self.movie = movie
        self.tracks = tracks
        forms = tracks.map(SampleForm.init)
    }
}

extension StreamFacts {
    /// Whether libavformat returns the samples of the track as they are stored.
    fileprivate var isPlain: Bool {
        switch codec {
        case .h264, .hevc, .av1, .vp9: kind == .video
        case .aac, .ac3, .eac3, .opus, .flac, .alac: kind == .audio
        case .webVTT, .ttml: kind == .subtitle
        default: false
        }
    }
}
