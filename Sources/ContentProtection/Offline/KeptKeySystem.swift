import Playlists
import Sessions
import VirtualTime

/// Obtains keys from stored licences, without requests, for one load of a session's video.
///
/// Each key is read from its licence only once. When a licence expires during playback, playback
/// continues, and the end of the licence is reported; the next load fails.
///
/// Source: `Documentation/BrightcoveOffline.md#licences`.
final class KeptKeySystem: KeySystem {
    private let licences: any KeptLicences
    /// The key or error for each key location; `nil` for a location without a stored licence.
    private var answers: [String: Result<ContentKey, SessionError>?] = [:]
    /// The events at the ends of the licences, by the locations of the keys.
    private var ends: [String: EventToken] = [:]

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
        let answer = answer(for: request.key, url: request.url)
        if case .success = answer { watchEnd(of: request) }
        completion(
            answer ?? .failure(request.failure(.invalidLicence("no licence was kept"))))
        return nil
    }

    /// Reports the end of a licence, unless it is renewed or begins later.
    private func watchEnd(of request: ContentKeyRequest) {
        let (key, url, loop) = (request.key, request.url, request.host.loop)
        guard let time = licences.remainingTime(for: key, url: url) else { return }
        guard time > .zero else { return request.host.reportEndOfLicence(ofKeyAt: url) }
        // A play duration begins with the first playback, which may be later than this request.
        ends[url] = loop.scheduleInBackground(at: loop.now.advanced(by: max(time, .seconds(1)))) {
            [weak self] in self?.watchEnd(of: request)
        }
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
