import Containers
import Playlists
import Transport
import VirtualTime

/// The inputs that determine the result of reading a resource; they form the key of a cache.
struct IndexKey: Hashable, Sendable {
    /// The kind of job that reads the resource, with the further inputs of such a job.
    indirect enum Purpose: Hashable, Sendable {
        case playlist(ResourceKind, importedVariables: [String: String])
        case initializationSection(Surroundings)
        case segment(Surroundings, Reading)
    }

    /// The inputs of the transforms that are applied to the bytes of a resource.
    struct Surroundings: Hashable, Sendable {
        let transforms: [[UInt8]]
        let playlistURL: String
        let mediaSequence: Int
        let keys: [EncryptionKey]
    }

    /// The settings with which a segment is demuxed.
    struct Reading: Hashable, Sendable {
        let level: VerificationLevel
        let demuxer: DemuxerChoice
        let initialization: IndexKey?
        let inheritedSets: [InheritedSet]
        let isNegligible: Bool
        /// The identity of the reader of subtitle cues; empty if no reader is used.
        let subtitleReader: [UInt8]
    }

    /// The parameter sets of a track in the first segment, which later segments may omit.
    struct InheritedSet: Hashable, Sendable {
        let track: Int
        let bytes: [UInt8]
    }

    let resource: ResourceIdentity
    let url: String
    let byteRange: Range<Int64>?
    /// The options of the asset; `nil` when none is set.
    let assetOptions: AssetOptions?
    let purpose: Purpose

    init(_ resource: ResourceIdentity, _ request: ResourceRequest, _ purpose: Purpose) {
        self.resource = resource
        url = request.url
        byteRange = request.byteRange
        assetOptions = request.access?.ownOptions
        self.purpose = purpose
    }

    /// Hashes only the parts that distinguish most keys, whereas equality compares all parts.
    func hash(into hasher: inout Hasher) {
        hasher.combine(resource)
        hasher.combine(byteRange)
        switch purpose {
        case .playlist: hasher.combine(0)
        case .initializationSection(let surroundings):
            hasher.combine(1)
            hasher.combine(surroundings.mediaSequence)
        case .segment(let surroundings, _):
            hasher.combine(2)
            hasher.combine(surroundings.mediaSequence)
        }
    }
}

extension IndexKey.Surroundings {
    /// Collects the inputs that determine the results of transforms, such as their identities.
    ///
    /// - Returns: `nil` when one of the transforms is not ``IdentifiedByContents``.
    init?(_ transforms: [any SegmentTransform], _ context: SegmentContext, keys: [EncryptionKey]) {
        var identities: [[UInt8]] = []
        for transform in transforms {
            guard let identity = (transform as? any IdentifiedByContents)?.identity else {
                return nil
            }
            identities.append(identity)
        }
        self.init(
            transforms: identities, playlistURL: context.playlistURL,
            mediaSequence: context.mediaSequence, keys: keys)
    }
}

/// A component whose result depends only on its identity and the input bytes.
package protocol IdentifiedByContents {
    /// A value that identifies the component; `nil` if the component cannot be identified.
    var identity: [UInt8]? { get }
}
