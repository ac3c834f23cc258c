import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

/// Finds the app that sends a request: by the path, by HTTP Basic or by `X-Kii-AppID`.
///
/// The app is one of the server's apps or projects. The second half of the Basic credential is the secret of an app that
/// is a back end; for all others it may be any text, as in Kii Cloud.
struct KiiAdmission: RequestAdmission {
    let signIn: SignIn
    let sessions: Sessions
    let access: any ProjectAccess
    let clock: any WallClock

    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<KiiCall> {
        let basic = try Self.basic(request.fields[.authorization])
        let names = [parameters["app"], basic?.name, request.fields["x-kii-appid"]].compactMap(\.self)
        guard let name = names.first else {
            throw KiiError(
                .invalidClient,
                "The app is missing: name it in the path or by HTTP Basic.",
                status: 401
            )
        }
        guard names.allSatisfy({ $0.exact == name.exact }) else {
            throw KiiError(.invalidClient, "The request names two apps.", status: 401)
        }
        guard let project = try await access.project(client: name) else { throw KiiError.unknownApp }
        let app = access.app(client: name, of: project)
        record.project = project.id.rawValue
        record.app = app?.id.rawValue
        if let app, !app.accepts(secret: nil), !app.accepts(secret: basic?.secret) {
            throw basic?.secret.isEmpty ?? true ? KiiError.missingSecret : KiiError.wrongSecret
        }
        let fields = try RequestFields(request, operation.source)
        let caller = Caller(
            try access.scope(of: project, tenant: nil, client: name),
            remoteAddress: request.remoteAddress,
            userAgent: request.fields[.userAgent],
            deviceField: request.fields[.cardeaDevice],
            idempotencyKey: request.fields[.idempotencyKey]
        )
        let call = KiiCall(caller: caller, signIn: signIn, sessions: sessions, clock: clock)
        return AdmittedRequest(call, fields, by: .client)
    }

    func errorResponse(_ error: any Error) -> Response { KiiError(describing: error).response }

    /// The name and the secret of a `Basic` field; `nil` for another scheme or none.
    private static func basic(_ field: String?) throws(KiiError) -> (name: String, secret: Secret)? {
        let words = field?.split(separator: " ") ?? []
        guard words.first?.lowercased() == "basic" else { return nil }
        guard words.count == 2, let bytes = Base64.decode(words[1].utf8),
            let text = String(validating: bytes, as: UTF8.self)?.utf8,
            let colon = text.firstIndex(of: UInt8(ascii: ":"))
        else {
            throw KiiError(.invalidClient, "The credentials of the app cannot be read.", status: 401)
        }
        return (String(Substring(text[..<colon])), Secret(String(Substring(text[colon...].dropFirst()))))
    }
}

/// The app of a request, and what its operation needs.
struct KiiCall: Sendable {
    let caller: Caller
    let signIn: SignIn
    let sessions: Sessions
    let clock: any WallClock
}
