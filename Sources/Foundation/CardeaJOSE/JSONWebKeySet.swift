package import CardeaCryptography
package import CardeaEncodings

/// A set of public keys (RFC 7517 §5).
package struct JSONWebKeySet: Sendable {
    package let keys: [JSONWebKey]

    package init(_ keys: [JSONWebKey]) {
        self.keys = keys
    }

    /// Reads a set; keys of unknown types are skipped, as §5 demands.
    ///
    /// - Throws: `malformed` if the text is not a set.
    package init(parsing json: some Collection<UInt8>) throws(JOSEError) {
        guard let json = JSONValue(parsing: json), let set = Self(json) else { throw .malformed }
        self = set
    }

    /// Reads a set like `init(parsing:)`; the result is `nil` if the value is not a set.
    package init?(_ json: JSONValue) {
        guard let values = json["keys"]?.array else { return nil }
        keys = values.compactMap { try? JSONWebKey($0) }
    }

    /// The set as JSON.
    package var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.name("keys")
            json.array { json in
                for key in keys { key.write(to: &json) }
            }
        }
        return json.bytes
    }

    /// The keys by their IDs; of keys with the same ID, the first.
    package var byID: [ExactText: PublicKey] {
        Dictionary(keys.map { ($0.keyID.exact, $0.key) }, uniquingKeysWith: { first, _ in first })
    }
}
