import BareServers
import Foundation
import CardeaPasswordHashing
import CardeaSecrets

/// The rate of password sign-ins beside the machine's bare argon2id rate, and their effect on refreshes.
struct PasswordFigures {
    let directory: URL

    func run() async throws {
        print("\nPasswords, argon2id with 19 MiB, t = 2, p = 1")
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        let requests = IdentityRequests(server)
        let password = "correct horse battery"
        for caller in 0..<16 {
            guard await requests.signUp(email: "user\(caller)@example.com", password: password) else {
                throw BenchmarkError("a sign-up failed")
            }
        }

        var shares: [Double] = []
        for _ in 0..<5 {
            let bare = await bareRate(password)
            let signIns = await load(400, over: 16, of: server.figures) {
                await requests.signIn(email: "user\($0)@example.com", password: password)
            }
            shares.append(signIns.perSecond / bare)
            print(String(format: "  bare %6.1f/s  sign-ins ", bare) + signIns.row)
        }
        print(String(format: "  sign-ins / bare, median: %.1f %%", shares.sorted()[shares.count / 2] * 100))
        try await refreshesBesideHashing(requests, server, password)
    }

    private func refreshesBesideHashing(
        _ requests: IdentityRequests,
        _ server: ServerUnderTest,
        _ password: String
    ) async throws {
        let chains = try await RefreshChains(8, at: server)
        let load = try RawLoad(port: server.port, connections: 8)
        var quiet: [Double] = []
        var busy: [Double] = []
        for _ in 0..<5 {
            quiet.append(try load.run(4_000, of: server.figures, chains.next).percentile(0.99))
            let hashing = Task {
                await withTaskGroup { group in
                    for caller in 0..<16 {
                        group.addTask {
                            while !Task.isCancelled {
                                _ = await requests.signIn(
                                    email: "user\(caller)@example.com",
                                    password: password
                                )
                            }
                        }
                    }
                }
            }
            busy.append(try load.run(4_000, of: server.figures, chains.next).percentile(0.99))
            hashing.cancel()
            await hashing.value
        }
        let (without, with) = (quiet.sorted()[2], busy.sorted()[2])
        print(
            String(
                format: "  refresh p99 %.2f ms, beside saturated hashing %.2f ms: × %.2f",
                without,
                with,
                with / without
            )
        )
    }

    /// Hashes a second on this machine with nothing around them, by the same code and as many threads.
    private func bareRate(_ password: String) async -> Double {
        let hasher = PasswordHasher()
        let count = 200
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { for _ in 0..<(count / 16) { _ = try? await hasher.hash(Secret(password)) } }
            }
        }
        let seconds = Double((ContinuousClock.now - start).nanoseconds) / 1e9
        return Double(count / 16 * 16) / seconds
    }
}
