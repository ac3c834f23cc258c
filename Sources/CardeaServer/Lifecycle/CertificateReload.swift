import CardeaHTTPServing
import CardeaLogging

/// Reads the certificate of a listener again, and logs the result.
struct CertificateReload: Sendable {
    let listener: HTTPServer
    let files: CardeaServer.Configuration.TLS
    let logger: Logger

    func reload() {
        do {
            guard let certificate = try files.read() else {
                return logger.notice("no certificate to reload: TLS is not configured")
            }
            try listener.replaceCertificate(by: certificate)
            logger.notice("certificate reloaded")
        } catch let error as CardeaServer.StartError {
            report(error)
        } catch {
            report(.certificateRejected)
        }
    }

    private func report(_ error: CardeaServer.StartError) {
        logger.error(
            "certificate not reloaded: the present one stays",
            metadata: ["reason": .string(error.description)]
        )
    }
}
