internal import CardeaEncodings
internal import Foundation
internal import CardeaHTTPMessages
internal import CardeaHTTPTransport
internal import CardeaIdentityWire

extension RotatingFakeServer.Endpoint {
    /// The operation that a request is for.
    init(_ request: CardeaRequest) {
        let path = request.url.path()
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        if path.isOAuth {
            self = Self.oauthNames[name.exact] ?? .unsupported
        } else if path.contains("/v1/"), let known = Self.names[name.exact] {
            self = known
        } else {
            // The paths of the protocol's operations have a colon; an app's own hardly do.
            self = name.hasPrefix("accounts:") ? .unsupported : .protected
        }
    }

    private static let names: [ExactText: Self] = [
        "accounts:signUp": .signUp,
        "accounts:signInWithPassword": .signIn,
        "accounts:lookup": .lookup,
        "accounts:update": .update,
        "accounts:delete": .delete,
        "token": .token,
    ]

    private static let oauthNames: [ExactText: Self] = ["token": .token, "revoke": .revoke]
}

extension FakeRejection {
    /// Tells the developer of a test what the server does not do.
    fileprivate static func unsupported(_ what: String) -> Self {
        Self(
            """
            UNSUPPORTED_BY_FAKE_SERVER : RotatingFakeServer does not support \(what). It supports sign-up and sign-in by \
            password, guests, lookup, update of name, picture, address and password, deletion, refresh and revocation. \
            For the rest, use `cardea emulator`, or inject a fault at `.unsupported`.
            """
        )
    }
}

extension String {
    /// Whether a path is one of the OAuth 2.0 endpoints.
    fileprivate var isOAuth: Bool { hasPrefix("/oauth2/") }
}

/// A response, and whether it came with a new pair of tokens.
struct FakeResponse {
    var response: CardeaResponse
    var rotated = false
}

extension FakeServerState {
    /// Does what a request asks for.
    mutating func response(
        _ request: CardeaRequest,
        at endpoint: RotatingFakeServer.Endpoint,
        now: Date
    ) -> FakeResponse {
        do throws(FakeRejection) {
            switch endpoint {
            case .signUp: return try FakeResponse(json: signUp(FakeRequest(request), at: now))
            case .signIn: return try FakeResponse(json: signIn(FakeRequest(request), at: now))
            case .lookup: return try FakeResponse(json: lookup(FakeRequest(request), at: now))
            case .update: return try FakeResponse(json: update(FakeRequest(request), at: now))
            case .delete: return try FakeResponse(json: delete(FakeRequest(request), at: now))
            case .token where request.url.path().isOAuth: return oauthToken(request, at: now)
            case .token: return try token(request, at: now)
            case .revoke: return revoke(request, at: now)
            case .protected: return try protected(request, at: now)
            case .unsupported: throw .unsupported(request.url.path())
            }
        } catch {
            return FakeResponse(rejection: error)
        }
    }

    private mutating func token(_ request: CardeaRequest, at now: Date) throws(FakeRejection) -> FakeResponse
    {
        try token(request, at: now) { json, tokens, account in
            json.member("id_token", tokens.access)
            json.member("expires_in", tokens.expiresIn)
            json.member("user_id", account.id)
            json.member("project_id", "12345")
        }
    }

    /// RFC 6749 §5.1 and §5.2.
    private mutating func oauthToken(_ request: CardeaRequest, at now: Date) -> FakeResponse {
        do throws(FakeRejection) {
            return try token(request, at: now) { json, tokens, _ in
                json.member("expires_in", Int(tokens.expiresIn) ?? 0)
            }
        } catch {
            return FakeResponse(oauthError: "invalid_grant")
        }
    }

    /// RFC 7009 §2: any token of a session ends it, also an old one; the response does not reveal whether it was one.
    private mutating func revoke(_ request: CardeaRequest, at now: Date) -> FakeResponse {
        guard let form = FormCoding.decode(request.body ?? Data()) else {
            return FakeResponse(oauthError: "invalid_request")
        }
        let value = { name in form[name] ?? "" }
        let token = value("token")
        guard !token.isEmpty, !value("client_id").isEmpty else {
            return FakeResponse(oauthError: "invalid_request")
        }
        let session = FakeSession.parse(token)?.id ?? (try? authenticate(token, at: now))?.session.id
        if let session { sessions[session.exact]?.isRevoked = true }
        return FakeResponse(response: CardeaResponse(status: 200))
    }

    private mutating func token(
        _ request: CardeaRequest,
        at now: Date,
        adding members: (inout JSONText, FakeTokens, FakeAccount) -> Void
    ) throws(FakeRejection) -> FakeResponse {
        guard let form = FormCoding.decode(request.body ?? Data()) else {
            throw FakeRejection("INVALID_ARGUMENT")
        }
        let presented = form["refresh_token"]
        let key = request.fields[.idempotencyKey]
        let (session, account, rotated) = try refresh(presented, key: key, at: now)
        let tokens = tokens(of: session, account, at: now)
        var json = JSONText()
        json.object { json in
            json.member("access_token", tokens.access)
            if let refresh = tokens.refresh { json.member("refresh_token", refresh) }
            json.member("token_type", "Bearer")
            members(&json, tokens, account)
        }
        return FakeResponse(response: CardeaResponse(status: 200, body: Data(json.bytes)), rotated: rotated)
    }

    /// The app's own back end: returns the user and the generation of the token.
    private func protected(_ request: CardeaRequest, at now: Date) throws(FakeRejection) -> FakeResponse {
        let bearer = request.fields[.authorization].flatMap { field in
            field.hasPrefix("Bearer ") ? String(field.dropFirst(7)) : nil
        }
        let session: FakeSession
        do {
            session = try authenticate(bearer, at: now).session
        } catch {
            throw FakeRejection(error.code, status: 401)
        }
        var json = JSONText()
        json.object { json in
            json.member("user", session.user)
            json.member("session", session.id)
            json.member("generation", session.rotation.newest.generation)
            json.member("path", request.url.path())
        }
        return FakeResponse(response: CardeaResponse(status: 200, body: Data(json.bytes)))
    }
}

/// The fields of the bodies of the users' operations.
struct FakeRequest: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case idToken, email, password, displayName, photoUrl, deleteAttribute
    }

    let idToken: String?
    let email: String?
    let password: String?
    let displayName: String?
    let photoUrl: String?
    let deleteAttribute: [String]?

    init(_ request: CardeaRequest) throws(FakeRejection) {
        let data = request.body ?? Data()
        guard let body = try? JSONDecoder().decode(Self.self, from: data),
            let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { throw FakeRejection("INVALID_ARGUMENT") }
        // A member that is not read would change nothing, and the test would pass for no reason.
        let read = Set(CodingKeys.allCases.map(\.rawValue.exact) + ["returnSecureToken", "clientType"])
        if let other = members.keys.sorted().first(where: { !read.contains($0.exact) }) {
            throw .unsupported("the member \(other) of \(request.url.lastPathComponent)")
        }
        self = body
    }
}

extension FakeResponse {
    init(json body: some Encodable) {
        let data = (try? JSONEncoder().encode(body)) ?? Data()
        response = CardeaResponse(status: 200, fields: [.contentType: "application/json"], body: data)
    }

    /// RFC 6749 §5.2.
    init(oauthError code: String) {
        var json = JSONText()
        json.object { json in json.member("error", code) }
        response = CardeaResponse(status: 400, body: Data(json.bytes))
    }

    init(rejection: FakeRejection) {
        let body = ErrorResponse.Body(code: rejection.status, message: rejection.code, errors: nil)
        self.init(json: ErrorResponse(body))
        response.status = rejection.status
    }
}
