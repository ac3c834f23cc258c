import CardeaEncodings
import Foundation

/// A request of the app on its way to a response.
struct SessionCall: Sendable {
    let request: CardeaRequest
    /// The content, where it is not `request.body`.
    var content: HTTPContent?
    let options: RequestOptions
    /// Whether the response's content is delivered as it arrives.
    var isStreamed = false
    /// The session that it belongs to, once it was let through: however often it is sent, it carries no other user's token.
    var session: ExactText?
    /// When it ends without a response, on the clock that counts sleep.
    var deadline: Duration = .zero

    /// Whether it can be sent again: a content that was read once and is gone cannot.
    var isRepeatable: Bool { content?.isRepeatable ?? true }
}

/// The number of times that a call was sent again, and the reasons.
struct AttemptCounts: Sendable {
    /// With another credential.
    var replays = 0
    /// After it failed.
    var retries = 0
    /// After the user was asked to authenticate again.
    var prompts = 0
}

/// A response, whole or with its content still on its way.
struct ReceivedResponse: Sendable {
    /// The head, and as much of the content as is in memory.
    var response: CardeaResponse
    /// The remaining body; `nil` if all of it is in memory.
    var rest: HTTPBytes?
    /// The request that was responded to: the last one where redirects were followed.
    var request: CardeaRequest
    /// Whether the response can speak of the credential: its request carried one, and this is not about something else.
    var isAuthorized: Bool

    /// The longest content, in bytes, that is taken into memory: of an upload's response, and of a download that was rejected.
    static let longestContent = 16 << 20
    /// The part of a rejection's content that is looked at before it is judged.
    private static let limit = 64 * 1024

    /// Takes as much of a streamed content into memory as its judge has to see: a rejection's, and that of JSON
    /// which is short, or may be.
    mutating func gather() async throws(TransportError) {
        guard let rest, isTelling else { return }
        var pieces = rest.makeAsyncIterator()
        while response.body.count < Self.limit {
            guard let piece = try await pieces.next() else {
                self.rest = nil
                return
            }
            response.body.append(piece)
        }
    }

    private var isTelling: Bool {
        if response.status >= 400 { return true }
        guard let type = response.fields[.contentType], MediaType(type).isJSON else { return false }
        // Compressed or in chunks it has no length that could be known before.
        return response.fields[.contentLength].flatMap { Int($0) }.map { $0 <= Self.limit } ?? true
    }

    /// The response with all of its content still to be read.
    var streamed: HTTPStreamedResponse {
        HTTPStreamedResponse(status: response.status, fields: response.fields, body: content)
    }

    private var content: HTTPBytes {
        guard let rest else { return HTTPBytes(response.body) }
        guard !response.body.isEmpty else { return rest }
        let (first, later) = (HTTPBytes(response.body), rest)
        return HTTPBytes { () async throws(TransportError) in
            var pieces = first.makeAsyncIterator()
            if let piece = try await pieces.next() { return piece }
            var others = later.makeAsyncIterator()
            return try await others.next()
        }
    }
}
