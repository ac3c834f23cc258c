import CardeaIdentityDomain
import CardeaIdentityService
import Testing
import CardeaSecrets

@Suite("A database of the release before")
struct ReleaseBeforeTests {
    @Test("its sessions, tokens and keys work on, with and without keys")
    func sessions() async throws {
        let server = try await Server.withReleaseBefore()
        _ = try await server.refresh(ReleaseBefore.fresh)
        let child = try await server.refresh(ReleaseBefore.unkeyedParent)
        #expect(try await server.refresh(ReleaseBefore.unkeyedParent) == child)
        _ = try await server.refresh(child)
        let keyed = try await server.refresh(ReleaseBefore.keyedParent, key: "first")
        _ = try await server.refresh(keyed, key: "next")
        _ = try await server.refresh(ReleaseBefore.keyedLatest, key: "third")
        #expect(
            await failure { try await server.refresh(ReleaseBefore.keyedOld, key: "first") }
                == .token(.refreshTokenSuperseded)
        )
    }

    @Test("its tokens name the same children as the new form of a token")
    func sameChild() async throws {
        let server = try await Server.withReleaseBefore()
        let child = try await server.refresh(ReleaseBefore.unkeyedParent)
        #expect(child != ReleaseBefore.unkeyedChild && child.utf8.count == 72)
        let next = try await server.refresh(ReleaseBefore.unkeyedChild)
        #expect(try await server.refresh(child) == next)
    }

    @Test(
        "in a keyed session another key, or none, is reuse (security 32)",
        arguments: [nil, "x"]
    )
    func keyed(key: String?) async throws {
        for token in [ReleaseBefore.keyedParent, ReleaseBefore.keyedCurrent] {
            let server = try await Server.withReleaseBefore()
            #expect(
                await failure { try await server.refresh(token, key: key) } == .token(.refreshTokenReused)
            )
        }
    }

    @Test("its accounts sign in, and a changed password ends its sessions")
    func accounts() async throws {
        let server = try await Server.withReleaseBefore()
        let signedIn = try await server.signIn()
        #expect(signedIn.session.epoch == 0)
        _ = try await server.services.accounts.update(
            AccountChanges(password: "another horse"),
            of: try await server.authenticate(signedIn.tokens)
        )
        #expect(
            await failure { try await server.refresh(ReleaseBefore.fresh) }
                == .token(.sessionEnded(.passwordChange))
        )
    }
}

extension Server {
    fileprivate static func withReleaseBefore() async throws -> Server {
        let server = try await Server(
            on: try await ReleaseBefore.database(),
            project: ReleaseBefore.project,
            masterKey: ReleaseBefore.masterKey
        )
        server.clock.set(ReleaseBefore.now)
        return server
    }

    fileprivate func refresh(_ token: String, key: String? = nil) async throws -> String {
        let tokens = try await services.sessions.refresh(token.utf8, by: caller(key: key)).tokens
        return String(decoding: tokens.refreshToken ?? [], as: UTF8.self)
    }
}
