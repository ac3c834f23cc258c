import CardeaCryptography
import CardeaEncodings
import Testing

@Suite("Self-signed certificates")
struct CertificateTests {
    @Test("certificates contain the key, the name and the dates", arguments: SignatureAlgorithm.allCases)
    func contents(algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let pem = try Certificate.selfSigned(
            key,
            commonName: "キー.example",
            notBefore: 0,
            notAfter: 4_102_444_800
        )
        let der = try bytes(ofPEM: pem)
        let keyInfo = try bytes(ofPEM: key.publicKey.pem)
        #expect(contains(der, keyInfo))
        #expect(contains(der, Array("キー.example".utf8)))
        #expect(contains(der, Array("700101000000Z".utf8)))
        #expect(contains(der, Array("21000101000000Z".utf8)))
        // Version 3 (RFC 5280 §4.1.2.1).
        #expect(contains(der, [0xA0, 3, 2, 1, 2]))
    }

    @Test("certificates have different serial numbers")
    func serials() throws {
        let key = try PrivateKey.generate(.es256)
        let serials = try (0..<8).map { _ in
            let der = try bytes(
                ofPEM: Certificate.selfSigned(key, commonName: "a", notBefore: 0, notAfter: 1)
            )
            // The version, then the tag and the length of the serial number.
            let header: [UInt8] = [0xA0, 3, 2, 1, 2, 2, 16]
            let start = try #require(der.indices.first { der[$0...].starts(with: header) })
            return Array(der[(start + header.count)...].prefix(16))
        }
        #expect(Set(serials).count == 8)
        #expect(serials.allSatisfy { (0x40..<0x80).contains($0[0]) })
    }

    @Test(
        "a version or a date in an invalid form is rejected",
        arguments: [("", 0, 1), (String(repeating: "a", count: 65), 0, 1), ("a", 2, 1)]
            as [(String, Int64, Int64)]
    )
    func rejections(name: String, notBefore: Int64, notAfter: Int64) throws {
        let key = try PrivateKey.generate(.es256)
        #expect(throws: CryptographyError.invalidCertificate) {
            try Certificate.selfSigned(key, commonName: name, notBefore: notBefore, notAfter: notAfter)
        }
    }

    private func bytes(ofPEM pem: String) throws -> [UInt8] {
        let text = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let url = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" }
        return try base64URL(String(url))
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
