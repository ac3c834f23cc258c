package import CardeaEncodings

/// A request that the server sends to another server.
package struct OutboundRequest: Sendable {
    package var method: String
    /// An absolute URL without user and password.
    package var url: String
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]

    package init(
        _ method: String = "POST",
        _ url: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }
}

extension OutboundRequest {
    /// Whether no part of the request can be mistaken for another part, or for another request (RFC 9110 §5.5, §5.6.2).
    var isWellFormed: Bool {
        Self.isToken(method)
            && fields.allSatisfy { name, value in
                Self.isToken(name) && value.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
            }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isToken)
    }
}

/// The response of another server.
package struct OutboundResponse: Sendable, Equatable {
    package let status: Int
    /// The seconds of `Retry-After`, from now on; `nil` without it (RFC 9110 §10.2.3).
    package let retryAfter: Int?
    /// Where a redirect leads, as an absolute URL; `nil` for another response (RFC 9110 §10.2.2).
    package let location: String?
    /// The fields of the header, by names in lower case.
    ///
    /// Of several fields with one name, it is the last.
    package let fields: [ExactText: String]
    package let body: [UInt8]
}

/// The way in which requests are sent, and their destinations.
package struct OutboundConfiguration: Sendable {
    /// Whether requests may go to loopback, private and reserved addresses.
    package var allowsPrivateNetworks = false
    /// Whether requests may go without TLS.
    package var allowsPlainHTTP = false
    /// A file of PEM certificates to trust instead of the system's.
    package var certificateAuthorities: String?
    /// The time limit of the connection with TLS, in seconds.
    package var connectTimeout = 10
    /// The time limit of the whole request, in seconds.
    package var timeout = 20
    /// The largest body of a response.
    package var maximumResponseBytes = 65_536

    package init() {}
}

/// The reason why there is no response.
package enum OutboundHTTPError: String, Error, Sendable {
    /// The URL has a scheme or characters that are not allowed, or contains a user or a password.
    case invalidURL = "invalid_url"
    /// The method or a header field has characters that are not allowed there.
    case invalidRequest = "invalid_request"
    case unknownHost = "unknown_host"
    /// Nothing accepts connections there.
    case unreachable
    /// All addresses of the name are private or reserved.
    case forbiddenAddress = "forbidden_address"
    /// The certificate is invalid, or TLS failed otherwise.
    case tls
    case timeout
    /// The connection ended before the whole response.
    case disconnected
    case responseTooLarge = "response_too_large"
    /// The task was cancelled.
    case cancelled
    case other
}
