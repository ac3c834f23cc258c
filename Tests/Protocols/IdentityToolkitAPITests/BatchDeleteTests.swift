import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

/// U12: administrators delete accounts by the hundred.
@Suite struct BatchDeleteTests {
    private static let path = "/v1/projects/demo/accounts"

    @Test("accounts that are not disabled are spared, unless forced; unknown ones count as deleted")
    func accountsDisabledSpared()
        async throws
    {
        let server = try await APIServer()
        let user = await server.signUp()
        let id = JSONValue.string(user.string("localId"))
        _ = await server.administer(Self.path, ["localId": "idle", "disabled": true])

        let spared = await server.delete(["nobody", id, "idle"])
        let expected: JSONValue = [
            "errors": [
                [
                    "index": 1, "localId": id,
                    "message": "NOT_DISABLED : Disable the account before batch deletion.",
                ]
            ]
        ]
        #expect(spared.json == expected)
        #expect(await server.names == [user.string("localId")])
        #expect(await server.refresh(user.string("refreshToken")).status == 200)

        #expect(await server.delete([id], force: true).json == [:])
        #expect(await server.names == [])
        #expect(await server.refresh(user.string("refreshToken")).errorMessage == "USER_NOT_FOUND")
    }

    @Test("up to a thousand users are deleted at a time, and errors name the index of each that was not")
    func thousandGoTime() async throws {
        let server = try await APIServer()
        let all = (0..<1000).map { JSONValue.string("user\($0)") }
        for id in all[..<100] { _ = await server.administer(Self.path, ["localId": id]) }
        let spared = await server.delete(all)
        #expect(spared["errors"]?.array?.compactMap { $0["index"]?.integer } == Array(0..<100))
        #expect(await server.delete(all, force: true).json == [:])
        #expect(await server.names == [])
    }

    @Test(
        "a deletion of more than a thousand users, or of none, is rejected (security 20)",
        arguments: [0, 1001]
    )
    func moreThanThousand(_ count: Int) async throws {
        let ids = (0..<count).map { JSONValue.string("user\($0)") }
        let response = try await APIServer().delete(ids, force: true)
        #expect(response.errorMessage == "LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }

    @Test("accounts of another project are out of reach (security 19)")
    func accountsAnotherProject() async throws {
        let server = try await APIServer()
        let user = await server.signUp()
        let ids: JSONValue = [.string(user.string("localId"))]
        let body: JSONValue = ["localIds": ids, "force": true]
        #expect(await server.administer("/v1/projects/other/accounts:batchDelete", body).json == [:])
        let token = try await server.projects.createAdministratorToken(
            name: "neighbour",
            project: ProjectID(rawValue: "other"),
            by: .server
        ).reveal()
        let foreign = await server.post(
            "/v1/projects/demo/accounts:batchDelete",
            body,
            fields: [.authorization: "Bearer \(token)"]
        )
        #expect(foreign.status == 403)
        #expect(await server.names == [user.string("localId")])
    }
}

extension APIServer {
    fileprivate func delete(_ ids: [JSONValue], force: Bool = false) async -> APIResponse {
        await administer(
            "/v1/projects/demo/accounts:batchDelete",
            ["localIds": .array(ids), "force": .boolean(force)]
        )
    }

    /// The ids of the accounts that are left.
    fileprivate var names: [String] {
        get async {
            let list = await get(
                "/v1/projects/demo/accounts:batchGet",
                query: "maxResults=1000",
                fields: [.authorization: "Bearer \(administratorToken)"]
            )
            return list["users"]?.array?.compactMap { $0["localId"]?.string } ?? []
        }
    }
}
