/// Creates a key and a self-signed certificate, by the program `openssl`.
///
/// - Parameters:
///   - directory: The directory of the files.
///   - name: The name in the certificate.
///   - algorithm: The type of the key, in the form of `-newkey`.
/// - Returns: The paths of both.
/// - Throws: The error output of `openssl`.
package func selfSignedCertificate(
    in directory: TemporaryDirectory,
    for name: String = "IP:127.0.0.1",
    algorithm: String = "ec -pkeyopt ec_paramgen_curve:prime256v1"
) async throws -> (certificate: String, key: String) {
    let (certificate, key) = (try directory.file("certificate.pem"), try directory.file("key.pem"))
    let arguments =
        "req -x509 -newkey \(algorithm) -nodes -days 2 -subj /CN=127.0.0.1"
        + " -addext subjectAltName=\(name) -keyout \(key) -out \(certificate)"
    let made = try await ChildProcess.run(
        "/usr/bin/openssl",
        arguments.split(separator: " ").map(String.init)
    )
    guard made.exitCode == 0 else { throw NoCertificate(reason: made.errors) }
    return (certificate, key)
}

private struct NoCertificate: Error {
    let reason: String
}
