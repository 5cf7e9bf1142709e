import ContentProtection
import HeadlessPlayback
import Playlists
import Sessions
import TestSupport
import Testing
import Transport

/// Samples that are encrypted although the container describes them as clear.
@Suite struct ClearSampleTests {
    private static let key = Array("the right key is".utf8)

    /// Decrypts and proves a segment as a session does, and returns the error; `nil` if none.
    private func problem(
        of media: [UInt8], behind section: [UInt8]? = nil, _ keys: [KeyIdentifier: [UInt8]] = [:]
    ) -> SessionError? {
        let decryptor = SegmentDecryptor(contentKeys: { keys[$0] }) { _, _ in Self.key }
        let listed = EncryptionKey(
            method: .sampleAES, uri: "key", initializationVector: [UInt8](repeating: 7, count: 16))
        var segment = MediaSegment(uri: "segment", duration: .seconds(2))
        segment.keys = [listed]
        if section != nil {
            segment.initializationSection = InitializationSection(uri: "init", keys: [listed])
        }
        var context = SegmentContext(
            playlistURL: "/index.m3u8", segment: segment, mediaSequence: 1)
        do throws(SessionError) {
            if let section {
                context.initialization = try decryptor.transform(
                    ResourceBody(section), of: context, role: .initializationSection
                ).body
            }
            let clear = try decryptor.transform(ResourceBody(media), of: context, role: .media)
            try SegmentJob.prove(
                [clear.proof(of: [listed])].compactMap(\.self), on: clear.body,
                initialization: context.initialization, url: "segment")
            return nil
        } catch {
            return error
        }
    }

    /// Returns the problem of fragments in which every third sample is in a group.
    ///
    /// - Parameters:
    ///   - groups: The encryption of the samples in the group.
    ///   - hasParts: Whether records list the protected bytes of the samples.
    ///   - isClaimedClear: Whether the description of the group is changed to clear samples.
    /// - Returns: The error of the decryption or of the proof; `nil` if there is none.
    /// - Throws: An error when the fragments cannot be encrypted.
    private func problem(
        _ groups: EncryptorFragments.Groups, hasParts: Bool, isClaimedClear: Bool
    ) throws -> SessionError? {
        let encryptor = EncryptorFragments(
            scheme: .cbcs, key: Self.key, crypt: 1, skip: 9, vectorCount: 0, groups: groups,
            hasParts: hasParts)
        let file = fileBytes("\(SampleMedia.fragments.folder)/video-360p/media.mp4")
        var media = try encryptor.media(Array(file[795..<49091]), video: [1])
        if isClaimedClear {
            // The four bytes of the type `seig` precede two numbers of four bytes and the entry,
            // in which the third byte states the protection.
            let place = try #require(media.firstRange(of: Array("seig".utf8))).lowerBound
            media[place + 4 + 8 + 2] = 0
        }
        let keys = [
            KeyIdentifier(encryptor.keyIdentifier): encryptor.key,
            KeyIdentifier(encryptor.secondKeyIdentifier): encryptor.secondKey,
        ]
        return problem(of: media, behind: encryptor.initialization(Array(file[..<795])), keys)
    }

    @Test func `clear samples among encrypted ones pass`() throws {
        #expect(try problem(.clear, hasParts: true, isClaimedClear: false) == nil)
        #expect(try problem(.secondKey, hasParts: true, isClaimedClear: false) == nil)
    }

    @Test func `a record with protected bytes for a sample described as clear is refused`() throws {
        let error = try problem(.secondKey, hasParts: true, isClaimedClear: true)
        #expect(error.map { "\($0)".contains("protected bytes in a sample") } == true)
    }

    @Test func `a decoder finds encrypted samples that a group describes as clear`() throws {
        let error = try problem(.secondKey, hasParts: false, isClaimedClear: true)
        #expect(error.map { "\($0)".contains("not clear as the container states") } == true)
    }

    @Test func `a decoder finds encrypted samples of a description without encryption`() throws {
        let encryptor = EncryptorFragments(
            scheme: .cbcs, key: Self.key, crypt: 1, skip: 9, vectorCount: 0, hasClearLead: true)
        let file = fileBytes("\(SampleMedia.fragments.folder)/video-360p/media.mp4")
        let section = encryptor.initialization(Array(file[..<795]))
        // Of the two fragments, each with a `sidx` box before it, the first one is clear.
        let media = try encryptor.media(Array(file[795..<100_813]), video: [1])
        #expect(problem(of: media, behind: section) == nil)
        let boxes = BoxTree.read(media[...]).dropFirst(3).map { box in
            var box = box
            // The second of the two sample descriptions is for clear samples.
            box.change("tfhd") { $0.head.replaceSubrange(8..<12, with: bigEndian(2, 4)) }
            return box
        }
        let error = problem(of: boxes.flatMap(\.bytes), behind: section)
        #expect(error.map { "\($0)".contains("not clear as the container states") } == true)
    }

    @Test func `a decoder finds encrypted streams that the program map describes as clear`() throws
    {
        let clear = fileBytes("\(SampleMedia.single.folder)/segment-1.ts")
        #expect(problem(of: clear) == nil)
        var encryptor = EncryptorTransportStream()
        (encryptor.key, encryptor.vector) = (Self.key, [UInt8](repeating: 7, count: 16))
        var media = try encryptor.encrypt(clear)
        #expect(problem(of: media) == nil)
        let map = try #require(Self.maps(in: clear).first)
        for place in Self.maps(in: media) {
            // The continuity counter of the packet, in its fourth byte, remains.
            media.replaceSubrange(place..<place + 3, with: clear[map..<map + 3])
            media.replaceSubrange(place + 4..<place + 188, with: clear[map + 4..<map + 188])
        }
        let error = problem(of: media)
        #expect(error.map { "\($0)".contains("not clear as the container states") } == true)
    }

    /// Returns the positions of the packets with the program map, whose identifier is 0x1000.
    private static func maps(in stream: [UInt8]) -> [Int] {
        stride(from: 0, to: stream.count, by: 188).filter {
            stream[$0 + 1] & 0x1F == 0x10 && stream[$0 + 2] == 0
        }
    }
}
