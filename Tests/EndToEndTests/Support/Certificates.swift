import CurlTransport
import Foundation

/// Makes a certificate for 127.0.0.1 by the program `openssl`.
func selfSignedCertificate(
    in directory: TemporaryDirectory
) async throws -> (certificate: String, key: String) {
    let (certificate, key) = (try directory.file("certificate.pem"), try directory.file("key.pem"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
        certificate,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (certificate, key)
}

extension CurlTransport {
    /// A transport that trusts one certificate and no other.
    static func trusting(_ certificate: String) -> CurlTransport {
        CurlTransport(Configuration(certificateAuthorities: certificate))
    }
}
