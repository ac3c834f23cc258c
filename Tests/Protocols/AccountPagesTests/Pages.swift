import APITestSupport
import CardeaAccountPages
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

/// The pages of a server with one user.
struct Pages {
    let server: APIServer
    private let site: Site

    init(_ change: (inout Policy) -> Void = { _ in }) async throws {
        var policy = Policy()
        policy.codes.continueOrigins = ["https://app.example"]
        change(&policy)
        server = try await APIServer(policy: policy)
        _ = await server.signUp()
        site = server.pages()
    }

    /// The path and query of a link for `ada@example.com`.
    func link(_ purpose: ActionCode.Purpose, continueURL: String? = nil) async throws -> String {
        let request = CodeRequest(
            purpose,
            email: "ada@example.com",
            newEmail: "new@example.com",
            continueURL: continueURL
        )
        let created = try await server.services.verification.sendCode(
            request,
            for: .administrator(sends: false),
            by: Caller(RequestScope(project: server.project), remoteAddress: "192.0.2.1")
        )
        return Self.path(of: created)
    }

    /// The path and query of the link that brings back the address after its last change.
    func recoveryLink() async throws -> String {
        let codes = try await server.services.verification.readableCodes(
            in: UserPool(project: server.project.id)
        )
        return Self.path(of: try #require(codes.last { $0.code.purpose == .recoverEmail }))
    }

    private static func path(of created: CreatedCode) -> String {
        String(created.link.reveal().dropFirst("https://id.example".count))
    }

    func open(
        _ link: String,
        by method: RequestMethod = .get,
        fields: HeaderFields = [:]
    ) async -> Response {
        let parts = link.split(separator: "?", maxSplits: 1)
        return await site.respond(
            to: Request(
                method,
                String(parts[0]),
                query: parts.count == 2 ? String(parts[1]) : nil,
                fields: fields
            )
        )
    }

    /// Sends the form of a page, whose hidden fields are those of the link.
    func submit(_ link: String, _ more: [String: String] = [:]) async -> Response {
        let query = FormCoding.decode(link.utf8.drop { $0 != 63 }.dropFirst()) ?? []
        let body = FormCoding.encode(query + more.map { (name: $0.key, value: $0.value) })
        return await site.respond(
            to: Request(
                .post,
                String(link.prefix { $0 != "?" }),
                fields: [.contentType: "application/x-www-form-urlencoded"],
                body: Array(body.utf8)
            )
        )
    }
}

extension Response {
    var html: String { String(decoding: body, as: UTF8.self) }
}

extension APIServer {
    /// The site of the pages.
    func pages(
        redirects: RedirectFlow? = nil,
        allowsEveryOrigin: Bool = false,
        providerPage: Router.Handler? = nil
    ) -> Site {
        .pages(
            AccountPages(
                verification: services.verification,
                redirects: redirects ?? services.redirects
            ),
            JavaScriptSDKPages(
                access: DirectoryAccess(projects: projects),
                projects: projects,
                allowsEveryOrigin: allowsEveryOrigin,
                providerPage: providerPage
            )
        )
    }
}
