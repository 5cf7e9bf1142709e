/// Checks that the samples of a fragment have the form that their codecs require.
///
/// The data of the fragment is passed in pieces, in the order of the file.
struct SampleFormScan {
    private let samples: ArraySlice<PlainSample>
    private let forms: [SampleForm]
    /// The indices of the samples, in the order of the samples' positions in the media.
    private let order: [Int]
    private var next = 0
    private var check: SampleFormCheck?

    /// The indices of the samples whose bytes do not have the form that their codec requires.
    private(set) var broken: [Int] = []

    /// Starts a scan.
    ///
    /// - Parameters:
    ///   - samples: The samples of the fragment, whose bytes do not overlap.
    ///   - forms: The forms that the samples must have, one for each track.
    init(_ samples: ArraySlice<PlainSample>, _ forms: [SampleForm]) {
        self.samples = samples
        self.forms = forms
        let isOrdered = zip(samples, samples.dropFirst()).allSatisfy { $0.place <= $1.place }
        order =
            isOrdered
            ? Array(samples.indices)
            : samples.indices.sorted { samples[$0].place < samples[$1].place }
    }

    /// Checks the next bytes of the data, which start at a position in the media.
    mutating func take(_ bytes: Span<UInt8>, at offset: Int64) {
        let end = offset + Int64(bytes.count)
        while next < order.count {
            let sample = samples[order[next]]
            guard sample.place < end else { return }
            let sampleEnd = sample.place + Int64(sample.size)
            let first = Int(max(sample.place, offset) - offset)
            let last = Int(min(sampleEnd, end) - offset)
            if first < last {
                var current =
                    check ?? SampleFormCheck(forms[sample.track], byteCount: sample.size)
                current.take(bytes.extracting(first..<last))
                check = current
            }
            guard sampleEnd <= end else { return }
            if check?.isBroken ?? false { broken.append(order[next]) }
            check = nil
            next += 1
        }
    }
}
