import CardeaHTTPServing
import CardeaLogging

/// Reads the certificate of a listener again, logs the result, and returns it.
struct CertificateReload: Sendable {
    let listener: HTTPServer
    let files: CardeaServer.Configuration.TLS
    let logger: Logger

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
        do {
            try listener.replaceCertificate(by: certificate)
        } catch {
            throw .certificateRejected
        }
        return "certificate reloaded"
    }
}
