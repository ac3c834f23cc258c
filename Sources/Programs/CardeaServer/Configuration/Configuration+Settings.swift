import CardeaPasswordHashing
package import CardeaSettings

extension CardeaServer.Configuration {
    /// Every setting, by its key: `limits.bodyBytes`.
    package static let table = SettingTable<Self>(
        general
            + group("tls", \.tls, TLS.settings)
            + group("passwords", \.passwords, Passwords.settings)
            + group("limits", \.limits, Limits.settings)
            + group("housekeeping", \.housekeeping, Housekeeping.settings)
            + group("metrics", \.metrics, Metrics.settings)
            + group("smtp", \.smtp, SMTP.settings)
            + group("sms", \.sms, SMS.settings)
            + group("providers", \.providers, Providers.settings)
    )

    private static func group<Group>(
        _ name: String,
        _ path: any WritableKeyPath<Self, Group> & Sendable,
        _ settings: [Setting<Group>]
    ) -> [Setting<Self>] {
        settings.map { Setting($0, in: name, path) }
    }

    private static let general: [Setting<Self>] = [
        Setting(
            "data",
            \.data,
            .name,
            "The directory of the database, the keys and the control socket. It is created if it is missing."
        ),
        Setting(
            "database",
            \.database,
            SettingRule("a URL such as postgresql://cardea@localhost/cardea, without a password") {
                $0.map(isDatabaseURL) ?? true
            },
            "The URL of a PostgreSQL database that holds the data in place of a file in `data`. A password is in the file that `?passfile=` or `PGPASSFILE` names."
        ),
        Setting("host", \.host, .name, "The address to listen on: a name or a literal."),
        Setting("port", \.port, .range(0...65_535), "The port to listen on; 0 for any free one."),
        Setting(
            "baseURL",
            \.baseURL,
            SettingRule("an http or https address without user, password and query") {
                $0.map(isBaseURL) ?? true
            },
            "The server's own address as clients know it, which issuers are built from. Without it: where the server listens."
        ),
        Setting(
            "masterKeyFile",
            \.masterKeyFile,
            .name,
            "The file with the master key, 32 bytes or their Base64. Without it the server makes one in `data`."
        ),
        Setting(
            "languages",
            \.languages,
            .name,
            "The directory with the texts of the pages in further languages: files such as `fr.json`. Without it: the languages of the program."
        ),
        Setting(
            "logLevel",
            \.logLevel,
            SettingRule("trace, debug, info, notice, warning, error or critical") {
                logLevel(named: $0) != nil
            },
            "The least severe lines that are logged."
        ),
        Setting(
            "trustedProxies",
            \.trustedProxies,
            .list("a list of addresses and blocks") { NetworkBlock($0) != nil },
            "The proxies whose `X-Forwarded-For` is trusted, as addresses or blocks such as `10.0.0.0/8`."
        ),
    ]
}

extension CardeaServer.Configuration.TLS {
    static let settings: [Setting<Self>] = [
        Setting("certificate", \.certificate, .name, "The file with the certificate chain, in PEM."),
        Setting("key", \.key, .name, "The file with the certificate's private key, in PEM."),
    ]
}

extension CardeaServer.Configuration.Passwords {
    static let settings: [Setting<Self>] = [
        Setting("memory", \.memory, .range(Argon2Parameters.memoryRange), "The KiB of memory for one hash."),
        Setting(
            "iterations",
            \.iterations,
            .range(Argon2Parameters.iterationRange),
            "The passes over the memory."
        ),
        Setting(
            "parallelism",
            \.parallelism,
            .range(Argon2Parameters.parallelismRange),
            "The lanes of one hash."
        ),
        Setting(
            "threads",
            \.threads,
            .range(0...256),
            "The hashes made at one time; 0 for as many as there are cores."
        ),
        Setting(
            "queue",
            \.queue,
            .range(0...1_000_000),
            "The hashes that may wait. Further ones are rejected with 503."
        ),
    ]
}

extension CardeaServer.Configuration.Limits {
    static let settings: [Setting<Self>] = [
        Setting(
            "headerBytes",
            \.headerBytes,
            .range(1024...1_048_576),
            "The longest head of a request, in bytes."
        ),
        Setting(
            "bodyBytes",
            \.bodyBytes,
            .range(1024...1_073_741_824),
            "The longest body of a request, in bytes."
        ),
        Setting(
            "largeBodyBytes",
            \.largeBodyBytes,
            .range(1024...1_073_741_824),
            "The longest body of a request that carries a batch, such as `accounts:batchCreate`, in bytes."
        ),
        Setting(
            "bufferedBytes",
            \.bufferedBytes,
            .range(1...1 << 50),
            "The largest number of bytes of slow clients that are kept at one time: unfinished bodies and unread responses."
        ),
        Setting(
            "bufferedBytesPerAddress",
            \.bufferedBytesPerAddress,
            .range(1...1 << 50),
            "The largest number of these bytes of one network address."
        ),
        Setting(
            "connections",
            \.connections,
            .range(1...1_000_000),
            "The largest number of connections at one time."
        ),
        Setting(
            "connectionsPerAddress",
            \.connectionsPerAddress,
            .range(1...1_000_000),
            "The largest number of connections of one network address at one time."
        ),
        Setting(
            "headerDeadline",
            \.headerDeadline,
            .time(in: .seconds, 1...day),
            "The seconds in which the head of a request must arrive."
        ),
        Setting(
            "bodyDeadline",
            \.bodyDeadline,
            .time(in: .seconds, 1...day),
            "The seconds in which the body of a request must arrive."
        ),
        Setting(
            "idleTimeout",
            \.idleTimeout,
            .time(in: .seconds, 1...day),
            "The seconds that a connection may be silent."
        ),
        Setting(
            "drain",
            \.drain,
            .time(in: .seconds, 0...day),
            "The seconds that open requests may take when the server stops."
        ),
        Setting("loops", \.loops, .range(0...256), "The event loops; 0 for as many as there are cores."),
    ]

    /// In seconds.
    private static let day = 86_400
}

extension CardeaServer.Configuration.Housekeeping {
    static let settings: [Setting<Self>] = [
        Setting(
            "retention",
            \.retention,
            .time(in: .seconds, 0...century),
            "The seconds that a session is kept after it was revoked or expired."
        ),
        Setting(
            "eventRetention",
            \.eventRetention,
            .time(in: .seconds, 0...century),
            "The seconds that a security event is kept."
        ),
        Setting(
            "mailRetention",
            \.mailRetention,
            .time(in: .seconds, 0...century),
            "The seconds that a dead letter is kept, a mail or a text message."
        ),
        Setting(
            "interval",
            \.interval,
            .time(in: .seconds, 0...century),
            "The seconds between two rounds; 0 for no rounds."
        ),
    ]

    /// In seconds.
    private static let century = 3_155_760_000
}

extension CardeaServer.Configuration.Metrics {
    static let settings: [Setting<Self>] = [
        Setting(
            "address",
            \.address,
            SettingRule("an address and a port, such as 127.0.0.1:9464") {
                $0.map { place(of: $0) != nil } ?? true
            },
            "The address and port of `/metrics`, apart from the control socket. No credential is needed there: choose an address that only the monitoring can reach."
        )
    ]
}
