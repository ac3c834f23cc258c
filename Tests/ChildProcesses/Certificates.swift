/// Makes a key, and a certificate of it that nobody vouches for, by the program `openssl`.
///
/// - Parameters:
///   - directory: Where to.
///   - name: Whom it is for.
///   - algorithm: The kind of key, as `-newkey` takes it.
/// - Returns: The paths of both.
/// - Throws: What `openssl` says against it.
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
