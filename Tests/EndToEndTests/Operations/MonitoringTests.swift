import CardeaCurlTransport
import Foundation
import Glibc
import CardeaHTTPMessages
import CardeaHTTPTransport
import Testing

/// The reports of a server to its service manager.
@Suite struct MonitoringTests {
    @Test("the metrics are valid, bounded, and served to management alone (security L15)")
    func metricsValidBounded() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(
            data,
            environment: ["CARDEA_METRICS_ADDRESS": "127.0.0.1:0"]
        )
        let account = ["email": "ada@example.com", "password": "correct horse"]
        let token = try #require(try await server.account("signUp", account)["refreshToken"])
        var child = token
        for _ in 0..<3 { child = try #require(try await server.refresh(child)["refresh_token"]) }
        #expect(try await server.refresh(token, key: "another").status == 400)
        #expect(try await server.account("signInWithPassword", account).status == 200)
        #expect(
            try await server.account(
                "signInWithPassword",
                ["email": "ada@example.com", "password": "wrong"]
            ).status == 400
        )
        for number in 0..<5 { _ = try await server.send(.get, "/nowhere/\(number)") }
        #expect(try await server.send(.get, "/metrics").status == 404)

        let url = try #require(URL(string: "http://localhost/metrics"))
        let control = CurlTransport(unixSocket: data + "/control.sock")
        let response = try await control.send(CardeaRequest(.get, url))
        #expect(response.status == 200)
        #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let text = String(decoding: response.body, as: UTF8.self)
        for line in [
            #"cardea_refreshes_total{outcome="issued"} 3"#, #"cardea_refreshes_total{outcome="reused"} 1"#,
            #"cardea_sign_ins_total{outcome="succeeded"} 1"#, #"cardea_sign_ins_total{outcome="rejected"} 1"#,
            #"cardea_http_requests_total{method="GET",route="none",status="404"} 6"#,
            #"cardea_http_requests_total{method="POST",route="/v1/accounts:signUp",status="200"} 1"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line) is missing in\n\(text)")
        }
        #expect(!text.contains("nowhere"))
        #expect(text.contains(#"cardea_sign_ups_total{project="default"} 1"#))
        // The counts of the store are taken from time to time, for the first time at the start.
        try await until("a count") {
            let text = String(decoding: try await control.send(CardeaRequest(.get, url)).body, as: UTF8.self)
            return text.contains("# TYPE cardea_users gauge")
        }
        // Each metric that an alert needs exists.
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let alerts = try String(contentsOf: root.appending(path: "Packaging/alerts.yaml"), encoding: .utf8)
        let known = try String(
            contentsOf: root.appending(path: "Sources/Programs/CardeaServer/CardeaServer.docc/Operating.md"),
            encoding: .utf8
        )
        for match in alerts.matches(of: /cardea_\w+/) {
            #expect(known.contains(match.output), "\(match.output)")
        }
        let samples = [
            "cardea_password_hash_queue_length 0", "cardea_http_connections_open ",
            "cardea_build_info{version=",
        ]
        for sample in samples { #expect(text.contains(sample)) }
        for name in [
            "cardea_database_size_bytes", "cardea_database_commits_total", "process_cpu_seconds_total",
            "process_resident_memory_bytes", "process_open_fds", "process_start_time_seconds",
            "cardea_http_request_duration_seconds_bucket", "cardea_database_transactions_per_commit_sum",
        ] {
            let value = text.split(separator: "\n").last { $0.hasPrefix(name) }?.split(separator: " ").last
            #expect(value.flatMap { Double($0) } ?? 0 > 0, "\(name)")
        }
    }

    @Test(
        "the metrics are what Prometheus' own parser reads",
        .enabled(if: FileManager.default.isExecutableFile(atPath: PythonClients.interpreter))
    )
    func parsed() async throws {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        #expect(try await server.account("signUp", [:]).status == 200)
        let outcome = try await ChildProcess.run(
            PythonClients.interpreter,
            [PythonClients.path(of: "metrics.py"), data + "/control.sock"]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    @Test("a service manager is notified that the server is ready, works and stops")
    func serviceManagerTold() async throws {
        for isAbstract in [false, true] {
            let directory = try TemporaryDirectory()
            let name = isAbstract ? "@" + directory.path : directory.path + "/notify"
            let manager = try NotifySocket(name)
            let server = try await ServerProcess.serve(
                try directory.file("data"),
                environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"]
            )
            try await until("READY") { manager.messages.contains { $0.hasPrefix("READY=1\nSTATUS=") } }
            try await until("two heartbeats") { manager.messages.count { $0 == "WATCHDOG=1" } >= 2 }
            #expect(await server.stop() == 0)
            #expect(manager.messages.contains { $0.hasPrefix("STOPPING=1") })
        }
    }

    @Test(
        "the unit for systemd is one that systemd accepts",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"))
    )
    func unit() async throws {
        let directory = try TemporaryDirectory()
        let unit = try Program.packaging("cardea.service")
        // The program is where this build has it.
        let file = try directory.file(
            "cardea.service",
            unit.replacing("/usr/bin/cardea", with: Program.path)
        )
        let verified = try await ChildProcess.run("/usr/bin/systemd-analyze", ["verify", "--man=no", file])
        #expect(verified.exitCode == 0 && !verified.errors.contains("cardea.service:"), "\(verified.errors)")
        let secured = try await ChildProcess.run(
            "/usr/bin/systemd-analyze",
            ["security", "--offline=true", "--threshold=20", "--no-pager", file]
        )
        #expect(secured.exitCode == 0, "\(secured.output)\(secured.errors)")
    }

    @Test("the file with the first administrator's token is deleted after the token's use (security L14)")
    func firstAdministratorToken()
        async throws
    {
        let directory = try TemporaryDirectory()
        let data = try directory.file("data")
        let server = try await ServerProcess.serve(data)
        let file = data + "/administrator-token"
        let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        let ask = { (token: String) in
            try await server.send(
                .get,
                "/v1/projects/default/accounts:batchGet",
                fields: ["authorization": "Bearer " + token]
            ).status
        }
        #expect(try await ask("cda_other") == 401)
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try await ask(token) == 200)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("if memory is short, hashing is rejected and the server continues (security L14)")
    func whereMemoryShort() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(
            try directory.file("data"),
            environment: ["CARDEA_PASSWORDS_MEMORY": "19456"]
        )
        #expect(try await server.account("signUp", [:]).status == 200)
        // 48 MiB more than it has: enough for two hashes, and then for nothing else.
        let status = try String(contentsOfFile: "/proc/\(server.process.identifier)/statm", encoding: .utf8)
        let pages = try #require(status.split(separator: " ").first.flatMap { Int($0) })
        let limited = try await ChildProcess.run(
            "/usr/bin/prlimit",
            ["--pid", "\(server.process.identifier)", "--as=\(pages * 4096 + (48 << 20))"]
        )
        #expect(limited.exitCode == 0, "\(limited.errors)")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let account = ["email": "user\(number)@example.com", "password": "correct horse"]
                    return try await server.account("signUp", account).status
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(statuses == [503])
        #expect(try await server.account("signUp", [:]).status == 200)
        #expect(server.process.isRunning)
    }

    @Test(
        "with a full disk the server is not ready until there is space (security L14)",
        .enabled("a file system can be mounted") { (try? SmallDisk()) != nil }
    )
    func fullDisk() async throws {
        let disk = try SmallDisk()
        let server = try await ServerProcess.serve(disk.path + "/data")
        #expect(try await server.send(.get, "/health/ready").status == 200)
        try disk.fill()
        try await until("a write to fail") { try await server.account("signUp", [:]).status == 503 }
        let full = try await server.send(.get, "/health/ready")
        #expect(full.status == 503)
        #expect(full["reason"] == "the database cannot be written: see the log for the reason")
        #expect(try await server.send(.get, "/health/live").status == 200)
        try disk.empty()
        try await until("readiness") { try await server.send(.get, "/health/ready").status == 200 }
        #expect(try await server.account("signUp", [:]).status == 200)
    }
}
