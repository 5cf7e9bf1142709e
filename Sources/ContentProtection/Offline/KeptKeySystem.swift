import Playlists
import Sessions

/// Gets keys out of licences that were kept, for one load of a session: it asks nobody else.
///
/// Each key is asked for once. A licence that runs out during playback does not stop it; loading
/// again does.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
final class KeptKeySystem: KeySystem {
    private let licences: any KeptLicences
    /// What was said of each key by its location; `nil` where none was kept.
    private var answers: [String: Result<ContentKey, SessionError>?] = [:]

    init(_ licences: any KeptLicences) { self.licences = licences }

    /// Whether the key is of those whose licences are kept.
    func accepts(_ key: EncryptionKey) -> Bool { key.keyFormat == FairPlayKeySystem.keyFormat }

    /// Whether there is a licence, or a reason why there must not be a key; without either the other
    /// key systems may be asked.
    func hasAnswer(for key: EncryptionKey, url: String) -> Bool {
        answer(for: key, url: url) != nil
    }

    func requestKey(
        _ request: ContentKeyRequest,
        completion: @escaping (Result<ContentKey, SessionError>) -> Void
    ) -> AnyObject? {
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
                return .failure(.invalidLicence("\(error)", keyURL: url))
            }
        } catch {
            return .failure(error)
        }
    }
}
