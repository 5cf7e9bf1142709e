package import Containers
import ContentProtection
package import Playlists
import Presentation
package import Sessions
import SidecarSubtitles
package import Transport
package import VirtualTime

/// Finds the files of a media playlist that are not media, or of which a part is missing.
///
/// The first bytes and the structure of a container are examined. A file that ends between two
/// packets or boxes is found by the duration of its media, which must be the one in the playlist,
/// within the tolerance of playback. Cues of WebVTT files must not be lost. On request, the check
/// also finds parts of the playlist without audio.
///
/// A file that is encrypted completely is examined after decryption, and only if the playlist
/// contains its key or a licence is stored. A file of which only the samples are encrypted can be
/// examined without decryption; its samples are decrypted only to test a key. The key of a licence
/// is tested until one segment has shown that it is right. The duration of a transport stream or of
/// packed audio whose samples are encrypted is not known without decryption.
package struct ContainerCheck {
    /// A file that is not media, or a playlist with an unusable key or without audio.
    package struct Finding: Equatable, Sendable {
        /// The location of the file or, for an unusable key or missing audio, of the playlist.
        package let url: String
        /// The reason on one line, without the location.
        package let reason: String
    }

    /// The result of the check.
    package struct Result {
        /// The finding about an unusable key, the files that are not media, and missing audio.
        package fileprivate(set) var findings: [Finding] = []
        /// The locations of the segments that were examined and are media.
        package fileprivate(set) var media: Set<String> = []
        /// Whether the key of a stored licence decrypts none of its segments.
        package fileprivate(set) var hasUnusableLicence = false
        /// The error of the first segment that such a key does not decrypt; `nil` if there is none.
        package fileprivate(set) var licenceProblem: String?
        /// Whether samples have proven a key that only a decoder can prove, by the URI of the key.
        package fileprivate(set) var keyProofs: [String: Bool] = [:]
    }

    /// The number of segments that a key decrypts, and the number that it fails to decrypt.
    private struct KeyCounts {
        private var good = 0
        private var bad = 0

        /// Whether the key decrypts none of the examined segments.
        var isUnusable: Bool { good == 0 && bad > 0 }
        /// Whether the key decrypts a segment.
        var isProven: Bool { good > 0 }

        mutating func note(isGood: Bool) {
            if isGood { good += 1 } else { bad += 1 }
        }
    }

    /// The facts that the check of one playlist has determined so far.
    private struct Course {
        /// The locations of segments that are known to be media.
        let sound: Set<String>
        /// Whether each part between discontinuities must have audio.
        let requiresAudio: Bool
        /// Whether the segments have video or audio.
        let hasMedia: Bool
        /// Whether the durations of segments without a key are known to be right.
        let knowsDurations: Bool
        /// The locations of unusable files, each of which is reported once.
        var broken: Set<String>
        var result = Result()
        /// The initialization sections that were examined before decryption.
        var sections: Set<InitializationKey> = []
        /// The initialization sections that were examined after decryption.
        var openedSections: Set<InitializationKey> = []
        /// The segments in which audio was sought and not found.
        var silent: Set<SegmentNumber> = []
        /// The discontinuity domains in which audio is not sought again.
        var audible: Set<Int> = []
        /// The counts for each key in the `identity` format, by its URI.
        var keyCounts: [String: KeyCounts] = [:]
        /// The counts for each key with a stored licence, by its URI.
        var licenceCounts: [String: KeyCounts] = [:]
        /// The key with a stored licence for all segments with the same keys.
        ///
        /// A stored licence is opened once for all of them.
        var licensedKeys: [[EncryptionKey]: String?] = [:]
        /// The segments that a key with a stored licence does not decrypt.
        var lockedSegments: [(licence: String, url: String, cause: String)] = []
        /// The first segment that was demuxed.
        var first: DemuxedSegment?

        /// Reports an unusable file.
        mutating func add(_ url: String, _ reason: String) {
            guard broken.insert(url).inserted else { return }
            result.findings.append(Finding(url: url, reason: reason))
        }

        /// Judges the licences, after all segments were examined.
        mutating func judgeLicences() {
            for locked in lockedSegments where licenceCounts[locked.licence]?.isUnusable == false {
                add(locked.url, "its licence does not decrypt it: \(locked.cause)")
            }
            result.hasUnusableLicence = licenceCounts.values.contains(where: \.isUnusable)
            result.licenceProblem =
                lockedSegments.first { licenceCounts[$0.licence]?.isUnusable == true }?.cause
        }
    }

    /// A segment to load, with the facts that its playlist states about it.
    private struct Subject {
        let listed: ListedSegment
        let url: String
        /// The initialization section; `nil` if there is none.
        let section: InitializationKey?
        /// The URI of the key in the `identity` format; `nil` if there is no such key.
        let key: String?
        /// The URI of the key whose licence is stored; `nil` if there is none.
        let licence: String?
        /// The discontinuity domain.
        let domain: Int
        /// Whether audio is sought in the segment.
        let seeksAudio: Bool
    }

    private let rendition: RenditionMedia
    private let loader: any ResourceLoader
    private let keys: AssetKeys
    private let licences: (any KeptLicences)?
    private let cancellation: CancellationFlag

    /// Prepares the check of a playlist.
    ///
    /// - Parameters:
    ///   - playlist: The playlist.
    ///   - url: Its location.
    ///   - licences: The stored licences of the playlist's keys; `nil` if there are none.
    ///   - loader: The source of bytes.
    ///   - cancellation: The flag that ends the check when it is raised.
    /// - Throws: When no protection can be set up.
    package init(
        _ playlist: MediaPlaylist, url: String, licences: (any KeptLicences)? = nil,
        loader: any ResourceLoader, cancellation: CancellationFlag
    ) throws(SessionError) {
        rendition = RenditionMedia(url: url, playlist: playlist)
        self.loader = loader
        self.licences = licences
        self.cancellation = cancellation
        keys = try AssetKeys(
            [IdentityKeySystem()], licences: licences, asset: url, loader: loader,
            cancellation: cancellation)
    }

    /// Reads each file.
    ///
    /// A segment whose initialization section is unusable is not examined. Only the section is
    /// reported, because the segment itself may be intact.
    ///
    /// - Parameters:
    ///   - broken: The locations of files that are known to be unusable.
    ///   - sound: The locations of segments that are known to be media.
    ///   - requiresAudio: Whether each part between discontinuities must have audio. If so, whole
    ///     segments are read until one with audio is found.
    ///   - hasMedia: Whether the segments have video or audio, which must have the duration that
    ///     the playlist promises; otherwise, they have subtitles.
    ///   - knowsDurations: Whether the durations of segments that have no key, not even for their
    ///     initialization section, are known to be right. Other segments are compared with the
    ///     playlist in any case.
    /// - Returns: The result; incomplete after a cancellation.
    package func run(
        besides broken: Set<String> = [], and sound: Set<String> = [], requiresAudio: Bool = false,
        hasMedia: Bool = true, knowsDurations: Bool = false
    ) -> Result {
        var course = Course(
            sound: sound, requiresAudio: requiresAudio, hasMedia: hasMedia,
            knowsDurations: knowsDurations, broken: broken)
        for listed in rendition.segments where !listed.segment.isGap {
            if cancellation.isCancelled { break }
            examine(listed, &course)
        }
        if requiresAudio, !cancellation.isCancelled,
            let start = rendition.start(ofPartIn: course.silent)
        {
            let reason = "no segment has audio in the part that starts at \(start) s"
            course.result.findings.append(Finding(url: rendition.url, reason: reason))
        }
        course.judgeLicences()
        guard course.keyCounts.values.contains(where: \.isUnusable) else { return course.result }
        let reason = "a key in it decrypts none of its segments"
        course.result.findings.insert(Finding(url: rendition.url, reason: reason), at: 0)
        return course.result
    }

    /// Examines the initialization section of a segment, then the segment if it is usable.
    private func examine(_ listed: ListedSegment, _ course: inout Course) {
        let url = rendition.location(of: listed.segment)
        let section = rendition.initializationKey(of: listed.segment)
        if let section, !course.broken.contains(section.url),
            course.sections.insert(section).inserted,
            let reason = problem(ofSection: section, for: listed.segment)
        {
            course.add(section.url, reason)
        }
        let isUsable = section.map { !course.broken.contains($0.url) } ?? true
        guard isUsable, !course.broken.contains(url) else { return }
        let key = Self.identityKey(of: listed.segment)
        let domain = rendition.timeline.domain(of: listed.number)
        let seeksAudio = course.requiresAudio && !course.audible.contains(domain)
        var licence: String?
        if key == nil {
            let listedKeys = listed.segment.keys
            licence = course.licensedKeys[listedKeys] ?? licensedKey(among: listedKeys)
            course.licensedKeys.updateValue(licence, forKey: listedKeys)
        }
        // An earlier check may have examined the media without this licence.
        let isTested = licence.map { course.licenceCounts[$0]?.isProven == true } ?? true
        if course.sound.contains(url), !seeksAudio, isTested {
            if let key { course.keyCounts[key, default: KeyCounts()].note(isGood: true) }
            return
        }
        let subject = Subject(
            listed: listed, url: url, section: section, key: key, licence: licence, domain: domain,
            seeksAudio: seeksAudio)
        do throws(SessionError) {
            let input = try load(listed, hasLicence: licence != nil, isTested: isTested)
            if let input { Self.judge(input, of: subject, &course) }
        } catch {
            if !cancellation.isCancelled { Self.judge(error, of: subject, &course) }
        }
    }

    /// Judges a segment that was loaded.
    private static func judge(
        _ input: SegmentInput, of subject: Subject, _ course: inout Course
    ) {
        let segment = subject.listed.segment
        if let section = subject.section, let start = input.initialization,
            course.openedSections.insert(section).inserted, let error = problem(of: start)
        {
            course.add(section.url, "\(error)")
        }
        let problem = problem(of: input.stored.media)
        let isWhole = !segment.keys.allSatisfy(\.method.isOfSamples)
        let isClear = segment.keys.isEmpty || subject.key != nil || isWhole
        let isKnown = course.hasMedia && course.knowsDurations && Self.isClear(segment)
        let contents =
            problem == nil && !isKnown || subject.seeksAudio && isClear
            ? contents(of: input, segment, after: course.first) : nil
        let media = try? contents?.get()
        let lack: String? =
            if problem != nil || isKnown {
                nil
            } else if course.hasMedia {
                contents.flatMap {
                    SegmentPromise(segment.duration)
                        .lack(in: $0, beside: course.first, isClear: isClear)
                }
            } else {
                isClear ? media.flatMap { loss(ofTextIn: input.media, $0) } : nil
            }
        course.first = course.first ?? media
        if let reason = problem.map({ "\($0)" }) ?? lack {
            course.add(subject.url, reason)
        } else {
            course.result.media.insert(subject.url)
        }
        if subject.seeksAudio, isClear, media?.isSilent == true {
            course.silent.insert(subject.listed.number)
        } else {
            course.audible.insert(subject.domain)
        }
        if let key = subject.key {
            course.keyCounts[key, default: KeyCounts()].note(isGood: problem == nil)
        }
        if let name = subject.licence ?? subject.key, !isWhole, let provesKey = input.provesKey {
            course.result.keyProofs[name] = provesKey || course.result.keyProofs[name] == true
        }
        if let licence = subject.licence, input.provesKey == true || isWhole {
            let isGood = input.provesKey == true || problem == nil
            course.licenceCounts[licence, default: KeyCounts()].note(isGood: isGood)
        }
    }

    /// Judges a segment that was not loaded or not decrypted.
    private static func judge(
        _ error: SessionError, of subject: Subject, _ course: inout Course
    ) {
        if let licence = subject.licence, case .decryption(let cause, _) = error {
            course.licenceCounts[licence, default: KeyCounts()].note(isGood: false)
            course.lockedSegments.append((licence, subject.url, "\(cause)"))
            return
        }
        if let key = subject.key, !error.isOfTransport {
            course.keyCounts[key, default: KeyCounts()].note(isGood: false)
        }
        if case .contentKey = error { return }
        let faulty = subject.section.flatMap { $0.url == error.place ? $0.url : nil }
        course.add(faulty ?? subject.url, reason(error))
    }

    /// Demuxes a segment.
    private static func contents(
        of input: SegmentInput, _ segment: MediaSegment, after first: DemuxedSegment?
    ) -> Swift.Result<DemuxedSegment, ContainerError> {
        Swift.Result { () throws(ContainerError) in
            try SegmentDemuxer().demux(
                initialization: input.initialization, media: input.media,
                hint: SegmentJob.hint(for: segment.uri), inheritingFrom: first)
        }
    }

    /// Returns the reason why a segment of subtitles has lost text.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment.
    ///   - segment: The demuxed segment.
    /// - Returns: The reason; `nil` if no cue of a WebVTT file is lost, or the text is in another
    ///   container.
    package static func loss(
        ofTextIn input: any ContainerInput, _ segment: DemuxedSegment
    ) -> String? {
        guard segment.mayBeText else { return "\(MediaDamage.notText(segment))" }
        guard segment.format == .webVTT else { return nil }
        let limits = WebVTTLimits()
        do {
            let bytes = try input.bytes(at: 0, count: limits.bytes + 1)
            return try WebVTT(parsing: bytes, limits: limits).losses.first.map { "\($0)" }
        } catch {
            return "\(error)"
        }
    }

    /// Returns whether neither a segment nor its initialization section has a key.
    private static func isClear(_ segment: MediaSegment) -> Bool {
        segment.keys.isEmpty && segment.initializationSection?.keys.isEmpty ?? true
    }

    /// Returns the URI of a segment's key in the `identity` format; `nil` if it has no such key.
    private static func identityKey(of segment: MediaSegment) -> String? {
        segment.keys.first { $0.keyFormat == EncryptionKey.identityFormat }?.uri
    }

    /// Returns the URI of the first key whose licence is stored; `nil` if there is none.
    private func licensedKey(among keys: [EncryptionKey]) -> String? {
        guard let licences else { return nil }
        return keys.first { key in
            guard let uri = key.uri else { return false }
            let url = URIReference.resolve(uri, against: rendition.url)
            return (try? licences.licence(for: key, url: url)) != nil
        }?.uri
    }

    /// Returns the reason why content is not complete media; `nil` if there is none.
    private static func problem(of content: any ContainerInput) -> ContainerError? {
        ContainerFormat.problem(of: content) ?? CutContent.error(of: content)
    }

    /// Returns the reason why an initialization section is unusable; `nil` if it is usable.
    ///
    /// If the section is encrypted completely, its container is not examined.
    private func problem(
        ofSection section: InitializationKey, for segment: MediaSegment
    ) -> String? {
        var request = ResourceRequest(url: section.url, kind: .initializationSection)
        request.byteRange = section.byteRange
        request.referrer = rendition.url
        do throws(TransportError) {
            let body = try loader.load(request).body
            let keys = segment.initializationSection?.keys ?? []
            guard keys.allSatisfy(\.method.isOfSamples) else { return nil }
            return Self.problem(of: TransportInput(body: body)).map { "\($0)" }
        } catch {
            return "\(error.cause)"
        }
    }

    /// Loads a segment, decrypted if its key is available.
    ///
    /// - Parameters:
    ///   - listed: The segment.
    ///   - hasLicence: Whether a licence for a key of the segment is stored.
    ///   - isTested: Whether this licence has decrypted another segment, so that the samples of
    ///     this segment can remain encrypted.
    /// - Returns: The segment; `nil` when it is encrypted completely and its key is not available.
    /// - Throws: ``SessionError`` when it cannot be loaded or decrypted.
    private func load(
        _ listed: ListedSegment, hasLicence: Bool, isTested: Bool
    ) throws(SessionError) -> SegmentInput? {
        let listedKeys = listed.segment.keys
        let isOfSamples = listedKeys.allSatisfy(\.method.isOfSamples)
        let hasKey = listedKeys.contains { $0.keyFormat == EncryptionKey.identityFormat }
        if hasKey || hasLicence && !(isTested && isOfSamples) {
            return try SegmentInput(listed, of: rendition, loader: loader, keys: keys)
        }
        guard isOfSamples else { return nil }
        return try SegmentInput(stored: listed, of: rendition, loader: loader)
    }

    private static func reason(_ error: SessionError) -> String {
        switch error {
        case .container(let error, _): "\(error)"
        case .decryption(let error, _): "the key in its playlist does not decrypt it: \(error)"
        case .transport(let error): "\(error.cause)"
        default: "\(error)"
        }
    }
}

extension SessionError {
    /// Whether the error states that a resource could not be loaded.
    fileprivate var isOfTransport: Bool {
        if case .transport = self { true } else { false }
    }

    /// The location of the resource at fault; `nil` when the error states none.
    fileprivate var place: String? {
        switch self {
        case .transport(let error): error.url
        case .container(_, let url), .decryption(_, let url): url
        default: nil
        }
    }
}
