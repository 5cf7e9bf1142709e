import Containers
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
            throw SessionError.decryption("decrypts to garbage: \(error)", url: url)
        }
        if let kind = trial.failingTrack {
            throw SessionError.decryption(
                "decrypts to garbage: the \(kind.rawValue) cannot be decoded", url: url)
        }
        return Set(trial.provenKeys.map { periods[$0] })
    }
}
