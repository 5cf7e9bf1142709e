import ContentProtection
import Formats
import LiveOrigin
import Playlists
import Transport

/// Encrypts the media in the responses of a broadcast.
extension BroadcastLoader {
    /// Returns an encrypted segment or partial segment with the timestamps of the broadcast.
    func encrypted(
        _ media: OriginMedia, _ response: ResourceResponse, _ encryption: OriginEncryption,
        for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let limit = min(request.maximumByteCount, Self.mediaLimit)
        let bytes = try desk.bytes(at: Self.place(of: request)) { () throws(TransportError) in
            let clear = try self.bytes(of: media, from: response, limit: limit, for: request)
            let initialization = writer.initialization(of: media)
            let form = initialization == nil ? encryption.whole : encryption.ofFragments
            do throws(DecryptionError) {
                return try form.media(clear, initialization: initialization)
            } catch {
                throw TransportError(url: request.url, cause: .underlying(UnderlyingError(error)))
            }
        }
        var response = response
        response.body = ResourceBody(bytes)
        response.totalByteCount = response.body.byteCount
        return response
    }

    /// Returns the initialization section of encrypted media, which announces the encryption.
    func encrypted(
        _ response: ResourceResponse, _ encryption: OriginEncryption, for request: ResourceRequest
    ) throws(TransportError) -> ResourceResponse {
        let limit = min(request.maximumByteCount, Self.mediaLimit)
        let clear = try response.body.bytes(limit: limit)
        return try Self.replacing(response, for: request) { () throws(DecryptionError) in
            try encryption.ofFragments.initialization(clear)
        }
    }

    private static func replacing(
        _ response: ResourceResponse, for request: ResourceRequest,
        with bytes: () throws(DecryptionError) -> [UInt8]
    ) throws(TransportError) -> ResourceResponse {
        var response = response
        do throws(DecryptionError) {
            response.body = ResourceBody(try bytes())
        } catch {
            throw TransportError(url: request.url, cause: .underlying(UnderlyingError(error)))
        }
        response.totalByteCount = response.body.byteCount
        return response
    }
}

extension OriginEncryption {
    /// The encryption of media without an initialization section.
    ///
    /// Depending on the method, whole segments or only samples are encrypted.
    fileprivate var whole: SegmentEncryption {
        SegmentEncryption(
            method.isOfSamples ? .samples : .whole, key: key, vector: vector, identifier: identifier
        )
    }

    /// The encryption of media with an initialization section, and of that section.
    fileprivate var ofFragments: SegmentEncryption {
        var encryption = whole
        if method.isOfSamples { encryption.vector = fragmentVector }
        return encryption
    }
}
