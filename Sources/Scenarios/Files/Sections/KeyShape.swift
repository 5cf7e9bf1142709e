import ContentProtection
import Formats
import HeadlessPlayback

extension Shape<KeySetup> {
    /// The syntax of the sources of keys.
    static let keys = Shape.mapping(
        "The sources of the player's keys.", from: { KeySetup() },
        fields: [
            Field("given", .givenKeys, "Keys by their location in playlists.") { $0.given = $1 },
            Field("single", .key, "A key for everything that is encrypted.") { $0.single = $1 },
            Field(
                "policies", .policies,
                "The policies of a key server in the world: the path of a JSON file, or its content."
            ) { $0.policies = $1 },
            Field(
                "server-latency", .duration, "The whole response time of the key server; 40ms.",
                needs: ["policies"]
            ) { $0.serverLatency = $1 },
            Field("optional", .truth, "Whether keys may be unused; false.") { $0.areOptional = $1 },
        ])
}

extension Shape<[String: [UInt8]]> {
    /// The syntax of keys: a mapping from the location of each key to the key.
    fileprivate static let givenKeys = Shape(
        .object([("type", .text("object")), ("additionalProperties", Shape<[UInt8]>.key.schema)])
    ) { value throws(ScenarioFileError) in
        guard case .mapping(let members) = value.node.content else {
            throw value.unexpected("a mapping of locations to keys")
        }
        var keys: [String: [UInt8]] = [:]
        for member in members {
            keys[member.key] = try Shape<[UInt8]>.key.read(value.member(member))
        }
        return keys
    }
}

extension Shape<KeyPolicies> {
    /// The syntax of a key server's policies: a mapping, or the path of a JSON file.
    ///
    /// The JSON file has the format that `playctl keyserver` reads.
    fileprivate static let policies = Shape.either(
        scalar: Shape(Shape<String>.name.schema) { value throws(ScenarioFileError) in
            _ = try Shape<String>.name.read(value)
            let bytes = try value.surroundings.bytes(value)
            do throws(JSONError) {
                return try KeyPolicies(json: bytes)
            } catch {
                throw value.error(.unusableFile(value.word ?? "", "\(error)"), underlying: error)
            }
        },
        mapping: Shape(Shape<[String: PropertyValue]>.properties.schema) {
            value throws(ScenarioFileError) in
            var json = JSONText()
            json.value(try Shape<[String: PropertyValue]>.properties.read(value))
            do throws(JSONError) {
                return try KeyPolicies(json: json.bytes)
            } catch {
                throw value.error(
                    .unreadable("\(error)"), at: value.node.place(of: error.path), underlying: error
                )
            }
        })
}

extension YAMLNode {
    /// Returns the place of the member at a path such as `a.b`, or of its nearest existing parent.
    ///
    /// The result is `nil` if neither exists.
    fileprivate func place(of path: String) -> YAMLPlace? {
        guard case .mapping(let members) = content else { return nil }
        for member in members {
            if path == member.key { return member.place }
            guard path.hasPrefix(member.key + ".") else { continue }
            let rest = String(path.dropFirst(member.key.count + 1))
            return member.value.place(of: rest) ?? member.place
        }
        return nil
    }
}
