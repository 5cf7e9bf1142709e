import Containers
import Formats
import Transport

extension KeyProof {
    /// Decodes the first samples of each key.
    ///
    /// - Parameters:
    ///   - initialization: The clear initialization section.
    ///   - media: The clear media.
    ///   - url: The location of the media.
    /// - Returns: The keys whose samples are media.
    /// - Throws: ``SessionError/decryption(_:url:)`` when samples are garbage: a key is wrong.
    func prove(
        initialization: (any ContainerInput)?, media: any ContainerInput, url: String
    ) throws(SessionError) -> Set<KeyPeriod> {
        let trial: DecodeTrial
        do throws(ContainerError) {
            trial = try DecodeTrial(
                initialization: initialization, media: media, samples: samples)
        } catch {
            throw .decryption(UnderlyingError(UnprovenKey.unreadable(error)), url: url)
        }
        if let kind = trial.failingTrack {
            throw .decryption(UnderlyingError(UnprovenKey.undecodable(kind)), url: url)
        }
        return Set(trial.provenKeys.map { periods[$0] })
    }
}

/// The reason why clear bytes show that a key is wrong.
enum UnprovenKey: Error, Equatable, CustomStringConvertible {
    /// The bytes are not a container.
    case unreadable(ContainerError)
    /// The first samples of a track cannot be decoded.
    case undecodable(TrackDescription.Kind)

    var description: String {
        switch self {
        case .unreadable(let error): "decrypts to garbage: \(error)"
        case .undecodable(let kind): "decrypts to garbage: the \(kind.rawValue) cannot be decoded"
        }
    }
}
