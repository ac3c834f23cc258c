import CardeaHTTPRouting
import CardeaIdentityService

extension Gate {
    /// A handler that admits a message, has it answered, and says every refusal in the protocol's words.
    func handler<Message: RequestMessage, Answer: Encodable>(
        _ answer: @escaping @Sendable (Call<Message>) async throws -> Answer
    ) -> Router.Handler {
        { request, path in
            await Self.answering {
                let call = try await admit(request, path, as: Message.self)
                return .json(encoding: try await answer(call))
            }
        }
    }

    /// The same for requests without a body.
    func handler<Answer: Encodable>(
        _ answer: @escaping @Sendable (Call<QueryItems>) async throws -> Answer
    ) -> Router.Handler {
        { request, path in
            await Self.answering { .json(encoding: try await answer(try await admit(request, path))) }
        }
    }

    /// Turns whatever a handler throws into an answer.
    static func answering(_ answer: () async throws -> Response) async -> Response {
        do {
            return try await answer()
        } catch {
            return IdentityToolkitError(saying: error).response
        }
    }
}

extension IdentityToolkitError {
    fileprivate init(saying error: any Error) {
        self =
            switch error {
            case let error as IdentityToolkitError: error
            case let error as IdentityError: Self(useCase: error)
            case let error as InvalidRequest: Self(error)
            default: .internalError
            }
    }
}
