import Playlists
import Sessions
import VirtualTime

/// Obtains keys from stored licences, without requests, for one load of a session's video.
///
/// Each key is read from its licence only once. When a licence expires during playback, playback
/// continues; the next load fails.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
final class KeptKeySystem: KeySystem {
    private let licences: any KeptLicences
    /// The key or error for each key location; `nil` for a location without a stored licence.
    private var answers: [String: Result<ContentKey, SessionError>?] = [:]

    init(_ licences: any KeptLicences) { self.licences = licences }

    /// Returns whether licences for the key's format can be stored.
    func accepts(_ key: EncryptionKey) -> Bool { key.keyFormat == FairPlayKeySystem.keyFormat }

    /// Returns whether this key system supplies or refuses the key.
    ///
    /// It supplies the key from a stored licence. It refuses the key when that licence has expired
    /// or cannot be opened. It also refuses the key when no licence is stored and no other key
    /// system may request one over the network. When the result is `false`, other key systems may
    /// be used.
    func hasAnswer(for key: EncryptionKey, url: String) -> Bool {
        answer(for: key, url: url) != nil
    }

    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> Hold? {
        completion(
            answer(for: request.key, url: request.url)
                ?? .failure(request.failure(.invalidLicence("no licence was kept"))))
        return nil
    }

    private func answer(
        for key: EncryptionKey, url: String
    ) -> Result<ContentKey, SessionError>? {
        if let known = answers[url] { return known }
        let answer = ask(for: key, url: url)
        answers[url] = .some(answer)
        return answer
    }

    private func ask(for key: EncryptionKey, url: String) -> Result<ContentKey, SessionError>? {
        do throws(SessionError) {
            guard let secret = try licences.licence(for: key, url: url) else { return nil }
            do throws(LicenceError) {
                return .success(try KeptSecret(secret).key)
            } catch {
                return .failure(.invalidLicence(error, keyURL: url))
            }
        } catch {
            return .failure(error)
        }
    }
}
