import CardeaCurlTransport

extension CurlTransport {
    /// A transport that trusts one certificate and no other.
    static func trusting(_ certificate: String) -> CurlTransport {
        CurlTransport(Configuration(certificateAuthorities: certificate))
    }
}
