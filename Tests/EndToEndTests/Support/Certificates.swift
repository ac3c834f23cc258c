import CurlTransport
import Testing

/// Makes a certificate by the program `openssl`.
func selfSignedCertificate(
    in directory: TemporaryDirectory,
    for name: String = "IP:127.0.0.1"
) async throws -> (certificate: String, key: String) {
    let (certificate, key) = (try directory.file("certificate.pem"), try directory.file("key.pem"))
    let arguments =
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1"
        + " -addext subjectAltName=\(name) -keyout \(key) -out \(certificate)"
    let outcome = try await Program.run("/usr/bin/openssl", arguments.split(separator: " ").map(String.init))
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return (certificate, key)
}

extension CurlTransport {
    /// A transport that trusts one certificate and no other.
    static func trusting(_ certificate: String) -> CurlTransport {
        CurlTransport(Configuration(certificateAuthorities: certificate))
    }
}
