internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension Sessions {
    /// The app that a session was issued to.
    ///
    /// Sessions that began before this migration are bound to no app.
    static let apps = SQLMigration("2026-11-23-session-apps") { sql in
        ["ALTER TABLE sessions ADD COLUMN app \(sql.text)"]
    }

    /// The time of the clock at the last authentication.
    ///
    /// Sessions that began before this migration have no value; `authenticated_at` counts in its place.
    static let proofs = SQLMigration("2026-11-24-session-proofs") { sql in
        ["ALTER TABLE sessions ADD COLUMN proved_at \(sql.integer)"]
    }

    /// When tokens of a session were last seen.
    static let uses = SQLMigration("2026-11-27-session-uses") { sql in
        ["ALTER TABLE sessions ADD COLUMN used_at \(sql.integer)"]
    }

    /// The proofs of the user.
    ///
    /// Sessions that began before this migration have no value; the sign-in method says what they were proved by.
    /// Devices, and what a list of sessions shows of them.
    static let devices = SQLMigration("2026-11-28-session-devices") { sql in
        ["device_class", "device_name", "device_model", "device_system", "device_id", "network", "successor"]
            .map {
                "ALTER TABLE sessions ADD COLUMN \($0) \(sql.text)"
            }
    }

    static let authentications = SQLMigration("2026-11-27-session-authentications") { sql in
        ["ALTER TABLE sessions ADD COLUMN authentication \(sql.text)"]
    }
}

extension Session {
    /// The values of columns that older sessions do not have.
    var storedProof: Timestamp? {
        get { provedAt }
        set { provedAt = newValue ?? authenticatedAt }
    }

    /// The device; of a session from before, that which its `User-Agent` tells.
    var storedDevice: Device? {
        get { device }
        set { device = newValue ?? Device(userAgent: userAgent) }
    }

    var storedAuthentication: Authentication? {
        get { authentication }
        set { authentication = newValue ?? Authentication(ofSignInProvider: signInProvider, at: provedAt) }
    }
}
