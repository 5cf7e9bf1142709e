package import Containers
import Formats
package import Sessions

extension SegmentDecryptor: FileTransform {
    /// Opens a single file with encrypted samples.
    ///
    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - url: The location of the file.
    /// - Returns: The decrypted file; `nil` when it is not encrypted.
    /// - Throws: ``SessionError/decryption(_:url:)`` when a key is missing, or the first samples
    ///   are invalid.
    package func open(
        _ file: any ContainerInput, url: String
    ) throws(SessionError) -> ClearFile? {
        do throws(DecryptionError) {
            let clear = try ProtectedFile(file) { identifier throws(DecryptionError) in
                try contentKey(identifier)
            }
            guard let clear else { return nil }
            let proof = try clear.samples.evidence(clear.keys).proof
            try clear.check(proof?.samples ?? [])
            return ClearFile(input: clear, proof: proof)
        } catch {
            throw SessionError.decryption(UnderlyingError(error), url: url)
        }
    }

    /// Returns a readable description of the encryption of a single file's tracks.
    ///
    /// - Parameter file: The bytes of the file.
    /// - Returns: The schemes and key identifiers; `nil` when the tracks are clear.
    package static func encryption(of file: any ContainerInput) -> String? {
        guard let found = try? ProtectedFile.protection(of: file) else { return nil }
        return found.movie.summary
    }
}

extension MovieProtection {
    /// A readable text with the schemes and key identifiers of the tracks.
    package var summary: String {
        let lines = tracks.sorted { $0.key < $1.key }.flatMap { $0.value.descriptions }
            .compactMap { description in
                description.protection.map {
                    "\(description.scheme.rawValue), key identifier \($0.key)"
                }
            }
        var unique: [String] = []
        for line in lines where !unique.contains(line) { unique.append(line) }
        return unique.joined(separator: "; ")
    }
}
