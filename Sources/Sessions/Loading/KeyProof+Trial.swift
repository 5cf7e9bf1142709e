import Containers
import Formats
import Transport

extension KeyProof {
    /// Proves keys by decoding the first samples that each key has decrypted.
    ///
    /// - Parameters:
    ///   - initialization: The decrypted initialization section.
    ///   - media: The decrypted media.
    ///   - url: The location of the media.
    /// - Returns: The keys whose decrypted samples are valid media.
    /// - Throws: ``SessionError/decryption(_:url:)`` when the samples are garbage, because a key is
    ///   wrong.
    func prove(
        initialization: (any ContainerInput)?, media: any ContainerInput, url: String
    ) throws(SessionError) -> Set<KeyPeriod> {
        let trial: DecodeTrial
        do throws(ContainerError) {
            trial = try DecodeTrial(
                initialization: initialization, media: media, samples: samples)
        } catch {
            // The demuxer reports the problems of media in which nothing was decrypted.
            if periods == [.clear] { return [] }
            throw .decryption(UnderlyingError(UnprovenKey.unreadable(error)), url: url)
        }
        if let kind = trial.failingTrack {
            let isClear = trial.failingKey.map { periods[$0] == .clear } ?? false
            let cause = isClear ? UnprovenKey.notClear(kind) : .undecodable(kind)
            throw .decryption(UnderlyingError(cause), url: url)
        }
        return Set(trial.provenKeys.map { periods[$0] }).subtracting([.clear])
    }
}

/// The reason why decrypted bytes show that a key is wrong.
enum UnprovenKey: Error, Equatable, CustomStringConvertible {
    /// The decrypted bytes are not a container.
    case unreadable(ContainerError)
    /// The first decrypted samples of a track cannot be decoded.
    case undecodable(TrackDescription.Kind)
    /// The first samples of a track that are described as clear cannot be decoded.
    case notClear(TrackDescription.Kind)

    var description: String {
        switch self {
        case .unreadable(let error): "decrypts to garbage: \(error)"
        case .undecodable(let kind): "decrypts to garbage: the \(kind.rawValue) cannot be decoded"
        case .notClear(let kind):
            "not clear as the container states: the \(kind.rawValue) cannot be decoded"
        }
    }
}
