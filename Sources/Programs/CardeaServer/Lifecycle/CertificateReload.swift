import CardeaHTTPServing
import CardeaLocks
import CardeaLogging

/// Reads the certificate of a listener again, logs the result, and returns it.
final class CertificateReload: Sendable {
    private let listener: HTTPServer
    private let files: CardeaServer.Configuration.TLS
    private let logger: Logger
    /// In seconds since 1970.
    private let expiry: Mutex<Int64?>

    /// - Parameters:
    ///   - listener: The listener with the certificate.
    ///   - files: The files of the certificate.
    ///   - certificate: The present certificate; `nil` without TLS.
    ///   - logger: Takes the results.
    init(
        _ listener: HTTPServer,
        _ files: CardeaServer.Configuration.TLS,
        _ certificate: ServerCertificate?,
        _ logger: Logger
    ) {
        self.listener = listener
        self.files = files
        self.logger = logger
        expiry = Mutex(certificate?.expiresAt)
    }

    /// The time at which the present certificate expires, in seconds since 1970; `nil` without TLS.
    var expiresAt: Int64? { expiry.withLock { $0 } }

    /// - Returns: The message of success; it says whether there is a certificate.
    /// - Throws: The reason why the current certificate stays.
    func reload() throws(CardeaServer.StartError) -> String {
        do {
            let message = try replace()
            logger.notice("\(message)")
            return message
        } catch {
            logger.error(
                "certificate not reloaded: the present one stays",
                metadata: ["reason": .string(error.description)]
            )
            throw error
        }
    }

    private func replace() throws(CardeaServer.StartError) -> String {
        guard let certificate = try files.read() else {
            return "no certificate to reload: TLS is not configured"
        }
        guard !certificate.hasExpired else {
            throw CardeaServer.StartError(.certificate, "the certificate has expired")
        }
        do {
            try listener.replaceCertificate(by: certificate.pair)
        } catch {
            throw .certificateRejected
        }
        expiry.withLock { $0 = certificate.expiresAt }
        return "certificate reloaded"
    }
}
