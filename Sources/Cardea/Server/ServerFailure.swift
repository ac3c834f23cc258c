import CardeaEncodings
internal import CardeaSession
internal import Foundation
package import CardeaHTTPTransport
package import CardeaIdentityWire

/// Why a call of the identity server gave no result.
package enum ServerFailure: Error, Sendable, Equatable {
    /// The server rejected, in the protocol's words.
    case rejected(ServerRejection)
    /// No response came.
    case noResponse(TransportError)
    /// The response does not follow the protocol: a proxy's page, a captive portal, a broken server.
    case unintelligible(status: Int, retryAfter: Duration? = nil, isForeign: Bool = false)

    /// The response does not follow the protocol.
    init(unintelligible response: CardeaResponse) {
        self = .unintelligible(
            status: response.status,
            retryAfter: response.retryAfter,
            isForeign: response.isForeign
        )
    }

    /// The code of a rejection.
    package var code: IdentityToolkitErrorCode? {
        guard case .rejected(let rejection) = self else { return nil }
        return rejection.code
    }

    /// Whether the server may have done what was asked although it gave no response to that effect.
    package var leavesOutcomeOpen: Bool {
        switch self {
        case .rejected(let rejection): rejection.status >= 500
        case .noResponse(let error): error.mayHaveBeenReceived
        case .unintelligible: true
        }
    }
}

/// A rejection, taken apart.
package struct ServerRejection: Error, Sendable, Equatable {
    package let status: Int
    package let code: IdentityToolkitErrorCode
    /// The text behind the first colon of the message.
    package let message: String?
    package let retryAfter: Duration?

    package init(status: Int, code: IdentityToolkitErrorCode, message: String?, retryAfter: Duration?) {
        self.status = status
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Takes an error body apart: `CODE`, `CODE : what happened`, or a sentence where `status` is the code.
    package init(_ body: ErrorResponse.Body, status: Int, retryAfter: Duration?) {
        let parts = body.message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let isCode = parts.first.map { !$0.isEmpty && $0.utf8.allSatisfy(Self.isCodeCharacter) } ?? false
        self.init(
            status: status,
            code: IdentityToolkitErrorCode(rawValue: isCode ? parts[0] : body.status ?? ""),
            message: isCode ? parts.dropFirst().first : body.message,
            retryAfter: retryAfter
        )
    }

    private static func isCodeCharacter(_ character: UInt8) -> Bool {
        ASCII.isUppercase(character) || ASCII.isDigit(character) || character == UInt8(ascii: "_")
    }
}
