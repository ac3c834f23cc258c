import Foundation
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

@testable import CardeaURLSessionTransport

@Suite("Public keys that URLSession's servers may have")
struct PinnedKeysTests {
    /// Certificates and the hashes of their keys, both by `openssl`.
    static let certificates: [(certificate: String, hash: String)] = [
        (
            """
            MIIBfjCCASWgAwIBAgIUBQbb+h/GhLJvaq+HI+sx/B37hpYwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2
            MTEyMjA5NDQ1NFoYDzIxMjYxMDI5MDk0NDU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
            AATH2EhSCtgkzIC5FjfHHwBZDWccikwf5WrSOyEYEiYAwbtKhzY0fabF6XxhefRRJzljzVODRWhmow7HPaJafNnro1MwUTAdBgNV
            HQ4EFgQUbRxmnap9C+A//rPTnO96ReBv/xAwHwYDVR0jBBgwFoAUbRxmnap9C+A//rPTnO96ReBv/xAwDwYDVR0TAQH/BAUwAwEB
            /zAKBggqhkjOPQQDAgNHADBEAiBzB/HctnxwaBFVoR+pPpr1D45Ffx9Izx4cM6buhCEdCQIgfv+go3yjYmLKZOamZV60kGoRsqD+
            oIPRbc/liu956v0=
            """, "5XY5ijc5/XMO96siEq02/G1mYUNSHd0VMaa6ZRCn4dk="
        ),
        (
            """
            MIIDCzCCAfOgAwIBAgIUaF+nJqTheOZMNYM8+3E21AZ7gKcwDQYJKoZIhvcNAQELBQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAX
            DTI2MTEyMjA5NDQ1NVoYDzIxMjYxMDI5MDk0NDU1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEBAQUAA4IB
            DwAwggEKAoIBAQCyD5fAcR/O8EGPa9RZKio0GCY66OfmnX1qHee2Wsuek+kX3A5L8Jh8aIvN1pcKDL8lEPJ6v9LkVWJJ3tQyQ4Za
            7EfJAbklz9mLvwhKbbnngxNgXbB/flPIjgqxoKAxbLfw3Gmrwcn6ER72BVHIYIgFa3U35I6a6kkIUbxqMCzdJmRdNKL5t7hdhXjH
            wjoY0v+IPbRo0l5U2ma+Fa6gF8fY964T4xDLUYS3bxX8rT45lu6zns1Awyr3u5RzOFJ3NZyH7OZbM1omoI54kz3d3VwW7Pug/fmZ
            pbZRxT51hJ079yICVBOkOTFjOOBlMESZHd5h66Ns9ZhHQF2A60dI9N9pAgMBAAGjUzBRMB0GA1UdDgQWBBR7oJKSSX3Ik9/UWjx9
            LwUZw2UkyzAfBgNVHSMEGDAWgBR7oJKSSX3Ik9/UWjx9LwUZw2UkyzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IB
            AQBqx/Lquwg8dKI9BN8iEhlpCW2TAo8iW9gn54xHgv8Oq/0rTigfQBGov2d2GF4ebhaU/dtxvDnOGdp4HfFG+VORrl8SMT4D+622
            R7wuPh9uwOPZ3BICPRULfDBY0g/aMoNlOPhzwmNaAyhzXTGTzkq+HcjgvM/0liHbzkjsPng+mwLNn51UHkF4YIpSkWt34QEBUj4e
            tDOQk+E9BA5PRDS58Yco5OmeoAZagwW+Q3Xf2Gl2xApljinc4REqfGK4JaJDItVNAYIvR8Nj/KJcQ7g9fGLIMETYjWiY0NKW4OSF
            hkg9NI+twWmi9B9OejRoh/CPynOSDyTI/DdPJzzC4QCZ
            """, "ZY5gqM41Umv5qT1CzdR5PO6d9A4sYxub3U9EJkUu4J4="
        ),
    ]

    private func bytes(_ text: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
    }

    @Test(
        "client 3.2.10 a certificate with a pinned key passes, with another key it does not",
        arguments: certificates
    )
    func keys(certificate: String, hash: String) throws {
        let certificate = try bytes(certificate)
        #expect(PinnedKeys(["other", hash]).contain(keyOf: certificate))
        for (_, other) in Self.certificates where other != hash {
            #expect(!PinnedKeys([other]).contain(keyOf: certificate))
        }
    }

    @Test(
        "a certificate that is cut short, or bent in one byte of its frame, is not read past its end",
        arguments: certificates
    )
    func malformed(certificate: String, hash: String) throws {
        let certificate = try bytes(certificate)
        let info = try #require(CertificateReader.publicKeyInfo(of: certificate))
        for end in 0..<certificate.count {
            #expect(CertificateReader.publicKeyInfo(of: Array(certificate[..<end])) == nil)
        }
        for index in 0..<info.startIndex {
            for value: UInt8 in [0x00, 0x7F, 0x80, 0x83, 0x84, 0xFF] {
                var bent = certificate
                bent[index] = value
                _ = CertificateReader.publicKeyInfo(of: bent)
            }
        }
    }

    @Test(
        "client 3.2.10 URLSession without a way to compare keys sends nothing",
        .enabled(if: isWithoutTrust)
    )
    func unsupported() async throws {
        let transport = URLSessionTransport(.init(pinnedKeys: ["key"]))
        let url = try #require(URL(string: "https://127.0.0.1:1/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(CardeaRequest(.get, url))
        }
        #expect(error?.code == .invalidRequest)
    }

    #if canImport(Security)
    private static let isWithoutTrust = false
    #else
    private static let isWithoutTrust = true
    #endif
}
