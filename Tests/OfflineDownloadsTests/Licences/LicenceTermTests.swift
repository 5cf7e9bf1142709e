import HeadlessPlayback
import OfflineDownloads
import Sessions
import Testing

@Suite struct LicenceTermTests {
    /// The end of a rental that lasts longer than the play duration, in milliseconds.
    ///
    /// The play duration starts at the first playback. A rental that ends at `shortRental` ends
    /// before the play duration.
    private static let longRental: Int64 = 1_000_000
    private static let shortRental: Int64 = 1_200
    private static let playDuration: Int64 = 500
    private static let firstPlayback: Int64 = 1_000

    /// One row of the table of cases: the limits of a licence, and the time at which it ends.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let term: LicenceTerm
        let end: Int64?
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "purchase, never played", term: LicenceTerm(), end: nil),
        Row(
            name: "purchase, played", term: LicenceTerm(initialPlaybackTime: firstPlayback),
            end: nil),
        Row(
            name: "rental, never played", term: LicenceTerm(expiration: longRental),
            end: longRental),
        Row(
            name: "rental, played",
            term: LicenceTerm(expiration: longRental, initialPlaybackTime: firstPlayback),
            end: longRental),
        Row(
            name: "rental and play duration, never played",
            term: LicenceTerm(expiration: longRental, playDuration: playDuration),
            end: longRental),
        Row(
            name: "rental and a play duration that ends first",
            term: LicenceTerm(
                expiration: longRental, playDuration: playDuration,
                initialPlaybackTime: firstPlayback),
            end: 1_500),
        Row(
            name: "a rental that ends first, and play duration",
            term: LicenceTerm(
                expiration: shortRental, playDuration: playDuration,
                initialPlaybackTime: firstPlayback),
            end: shortRental),
        Row(
            name: "rental and play duration that end together",
            term: LicenceTerm(
                expiration: 1_500, playDuration: playDuration, initialPlaybackTime: firstPlayback),
            end: 1_500),
        Row(
            name: "purchase and play duration, never played",
            term: LicenceTerm(playDuration: playDuration), end: nil),
        Row(
            name: "purchase and play duration, played",
            term: LicenceTerm(playDuration: playDuration, initialPlaybackTime: firstPlayback),
            end: 1_500),
    ]

    @Test(arguments: rows)
    func `a licence is valid strictly before the earlier of its ends`(row: Row) {
        for now in [Int64.min, 0, 1_000, 1_199, 1_200, 1_201, 1_499, 1_500, 1_501] {
            let holds = row.end.map { now < $0 } ?? true
            #expect(
                row.term.validity(at: now)
                    == (holds ? .valid(until: row.end) : .expired(at: row.end ?? 0)), "at \(now)")
        }
        guard let end = row.end else {
            #expect(row.term.validity(at: .max) == .valid(until: nil))
            return
        }
        #expect(row.term.validity(at: end - 1) == .valid(until: end))
        #expect(row.term.validity(at: end) == .expired(at: end))
        #expect(row.term.validity(at: end + 1) == .expired(at: end))
        #expect(row.term.validity(at: .max) == .expired(at: end))
    }

    @Test func `overflowing sums end at the last representable time`() {
        var term = LicenceTerm(playDuration: .max, initialPlaybackTime: .max)
        #expect(term.end == .max)
        #expect(term.validity(at: .max - 1) == .valid(until: .max))
        term = LicenceTerm(playDuration: .min, initialPlaybackTime: -1)
        #expect(term.validity(at: 0) == .expired(at: .min))
    }

    @Test func `a granted licence counts from its request, in whole milliseconds`() {
        let licence = PersistentLicence(
            secret: [], expiresAfter: .microseconds(2_999), playDuration: .seconds(Int64.max))
        let term = LicenceTerm(of: licence, requestedAt: 5_000, initialPlaybackTime: 1)
        #expect(term.expiration == 5_002)
        #expect(term.playDuration == .max)
        #expect(term.end == 5_002)
        let purchase = LicenceTerm(of: PersistentLicence(secret: []), requestedAt: 5_000)
        #expect(purchase == LicenceTerm())
        let longest = PersistentLicence(secret: [], expiresAfter: .seconds(Int64.max))
        #expect(LicenceTerm(of: longest, requestedAt: .max).end == .max)
    }

    // MARK: Records

    private func record(_ change: (inout DownloadRecord) -> Void) -> DownloadRecord {
        let request = DownloadRequest(
            video: Video(url: "https://example.com/"), sourceURL: "https://example.com/")
        var record = DownloadRecord(token: "t", request: request, startTime: 0)
        change(&record)
        return record
    }

    @Test func `a video without FairPlay needs no licence`() {
        #expect(record { _ in }.licenceValidity(at: 0) == .valid(until: nil))
    }

    @Test func `a FairPlay video without a licence may not be played`() {
        let record = record { $0.usesFairPlay = true }
        #expect(record.licenceValidity(at: 0) == .missing)
        #expect(record.licenceValidity(at: 0).refusal?.code == .invalidLicense)
    }

    @Test func `a licence expires after its play duration when that ends before the rental`() {
        let record = record {
            $0.usesFairPlay = true
            $0.licenceRequestTime = 0
            $0.licenceExpiration = 2_000
            $0.playDuration = 500
            $0.initialPlaybackTime = 1_000
        }
        #expect(record.licenceValidity(at: 1_499) == .valid(until: 1_500))
        #expect(record.licenceValidity(at: 1_499).refusal == nil)
        #expect(record.licenceValidity(at: 1_500) == .expired(at: 1_500))
        #expect(record.licenceValidity(at: 1_500).refusal?.code == .expiredLicense)
    }
}
