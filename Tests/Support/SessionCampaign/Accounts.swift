import CardeaSession
import Foundation
import CardeaHTTPMessages

/// The accounts of a server, by Identity Toolkit's protocol, past the engines.
struct Accounts: Sendable {
    /// The result of a password change.
    enum Change {
        case changed(SessionCredential)
        case unchanged
        /// No response came that says so.
        case unknown
    }

    private struct Response: Decodable {
        let localId: String
        let idToken: String
        let refreshToken: String
        let expiresIn: String
    }

    /// The result of a refresh.
    enum Use {
        case accepted(next: String)
        case rejected
        case unknown
    }

    let server: URL
    let apiKey: String

    /// Makes a user.
    func signUp(
        _ email: String,
        over transport: any HTTPTransport
    ) async -> (SessionCredential, user: String)? {
        let request = request("signUp", ["email": email, "password": "correct horse"])
        guard let response = try? await transport.send(request) else { return nil }
        return credential(in: response)
    }

    /// Changes the password, which ends all of the user's sessions and begins one.
    func changePassword(_ credential: SessionCredential, over transport: any HTTPTransport) async -> Change {
        let request = request(
            "update",
            ["idToken": credential.accessToken.reveal(), "password": "battery staple"]
        )
        do throws(TransportError) {
            let response = try await transport.send(request)
            if let (credential, _) = self.credential(in: response) { return .changed(credential) }
            return response.status == 400 ? .unchanged : .unknown
        } catch {
            return error.mayHaveBeenReceived ? .unknown : .unchanged
        }
    }

    /// Uses a refresh token, as somebody does who copied it.
    func use(_ refreshToken: String, key: String?, over transport: any HTTPTransport) async -> Use {
        struct Response: Decodable { let refresh_token: String }
        let url = server.appending(path: "v1/token").appending(queryItems: [
            URLQueryItem(name: "key", value: apiKey)
        ])
        var request = CardeaRequest(.post, url, fields: [.contentType: "application/x-www-form-urlencoded"])
        request.body = Data("grant_type=refresh_token&refresh_token=\(refreshToken)".utf8)
        request.fields[.idempotencyKey] = key
        guard let response = try? await transport.send(request) else { return .unknown }
        let next = try? JSONDecoder().decode(Response.self, from: response.body).refresh_token
        return next.map { .accepted(next: $0) } ?? (response.status == 400 ? .rejected : .unknown)
    }

    private func credential(in response: CardeaResponse) -> (SessionCredential, user: String)? {
        guard let response = try? JSONDecoder().decode(Response.self, from: response.body),
            let seconds = Int(response.expiresIn)
        else { return nil }
        let credential = SessionCredential(
            accessToken: SessionSecret(response.idToken),
            refreshToken: SessionSecret(response.refreshToken),
            lifetime: .seconds(seconds),
            profile: UserProfile(userID: response.localId)
        )
        return (credential, response.localId)
    }

    private func request(_ operation: String, _ members: [String: String]) -> CardeaRequest {
        let url = server.appending(path: "v1/accounts:\(operation)").appending(queryItems: [
            URLQueryItem(name: "key", value: apiKey)
        ])
        let members = members.merging(["returnSecureToken": "true"]) { $1 }
        let body = members.sorted { $0.key < $1.key }
            .map { $0.key == "returnSecureToken" ? #""\#($0.key)":true"# : #""\#($0.key)":"\#($0.value)""# }
        return CardeaRequest(
            .post,
            url,
            fields: [.contentType: "application/json"],
            body: Data("{\(body.joined(separator: ","))}".utf8)
        )
    }
}
