import CardeaHTTPRouting
import CardeaIdentityService
import CardeaMetrics

extension ServerMetrics {
    private typealias Description = MetricsRegistry.Description

    private static let seconds: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// Every metric of a server; the operator's guide says what to watch.
    static let descriptions: [MetricsRegistry.Description] = requests + service + storage + process

    private static let service: [MetricsRegistry.Description] = [
        Description(
            ServiceMetrics.signUpsLabel,
            .counter,
            "Users that were created, except by imports, by project."
        ),
        Description("cardea_users", .gauge, "Users, by project; counted once a minute at most."),
        Description(
            "cardea_sessions",
            .gauge,
            "Sessions that are stored, also ended ones, by project; counted once a minute at most."
        ),
        Description(
            "cardea_outbox_messages",
            .gauge,
            "Messages that are not sent yet (pending) or given up (dead); counted once a minute at most."
        ),
        Description("cardea_outbox_oldest_age_seconds", .gauge, "Age of the oldest of these messages."),
        Description(
            "cardea_provider_requests_total",
            .counter,
            "Requests to identity providers, by host, and whether a response came."
        ),
        Description(
            "cardea_provider_request_duration_seconds",
            .histogram,
            "Time of a request to an identity provider.",
            buckets: seconds
        ),
        Description(
            "cardea_backup_last_timestamp_seconds",
            .gauge,
            "Time of the last backup, in seconds since 1970; absent before the first one."
        ),
    ]

    private static let requests: [MetricsRegistry.Description] = [
        Description(
            RequestMetricNames.requests,
            .counter,
            "Requests with a response, by method, pattern of the route, and status."
        ),
        Description(
            RequestMetricNames.duration,
            .histogram,
            "Time from a whole request to its response.",
            buckets: seconds
        ),
        Description(ServiceMetrics.refreshesLabel, .counter, "Refreshes, by how they ended."),
        Description(
            ServiceMetrics.signInsLabel,
            .counter,
            "Sign-ins with a password, a link, a code or a custom token, by how they ended."
        ),
        Description(ServiceMetrics.mailsLabel, .counter, "Attempts to send mail, by how they ended."),
        Description(
            ServiceMetrics.textMessagesLabel,
            .counter,
            "Attempts to send text messages, by how they ended."
        ),
        Description("cardea_password_hash_queue_length", .gauge, "Passwords that wait to be hashed."),
        Description(
            "cardea_password_hash_wait_seconds",
            .histogram,
            "Time that a password waited for a thread.",
            buckets: seconds
        ),
        Description(
            "cardea_password_hash_memory_bytes_total",
            .counter,
            "Memory that password hashes passed over: a measure of their processor time."
        ),
        Description("cardea_http_connections_open", .gauge, "Connections of clients that are open."),
        Description(
            "cardea_tls_certificate_expiry_seconds",
            .gauge,
            "End of the certificate, in seconds since 1970; absent without TLS."
        ),
        Description(
            "cardea_log_lines_dropped_total",
            .counter,
            "Log lines that were dropped because the log was not read."
        ),
    ]

    private static let storage: [MetricsRegistry.Description] = [
        Description(
            "cardea_database_commits_total",
            .counter,
            "Commits; each holds one transaction or more."
        ),
        Description(
            "cardea_database_transactions_per_commit",
            .histogram,
            "Transactions that shared a commit.",
            buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256]
        ),
        Description(
            "cardea_database_commit_duration_seconds",
            .histogram,
            "Time of a commit, until it is on the disk.",
            buckets: seconds
        ),
        Description(
            "cardea_database_failures_total",
            .counter,
            "Transactions that were lost because the disk or the database failed."
        ),
        Description("cardea_database_size_bytes", .gauge, "Size of the database file."),
        Description("cardea_database_log_size_bytes", .gauge, "Size of the write-ahead log."),
        Description(
            "cardea_disk_available_bytes",
            .gauge,
            "Bytes that are free on the disk of the database."
        ),
    ]

    private static let process: [MetricsRegistry.Description] = [
        Description("cardea_build_info", .gauge, "The version of the server; always 1."),
        Description("process_cpu_seconds_total", .counter, "Processor time of the process."),
        Description("process_resident_memory_bytes", .gauge, "Memory that the process uses."),
        Description("process_open_fds", .gauge, "Open file descriptors."),
        Description("process_max_fds", .gauge, "The limit of open file descriptors."),
        Description("process_start_time_seconds", .gauge, "Start of the process, in seconds since 1970."),
    ]
}
