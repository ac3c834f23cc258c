import CardeaSettings
import Foundation
import Testing

@testable import CardeaServer

@Suite struct ConfigurationTests {
    @Test("flags take precedence over the environment, the file and defaults, in this order")
    func flagsTakePrecedence() throws {
        let file = try TemporaryFile("{ port: 1, host: 'file', logLevel: 'debug', limits: { drain: 3 } }")
        let configuration = try CardeaServer.Configuration.load(
            flags: ["port": "3"],
            environment: ["CARDEA_PORT": "2", "CARDEA_HOST": "environment", "PATH": "/bin"],
            file: file.path
        )
        #expect(configuration.port == 3)
        #expect(configuration.host == "environment")
        #expect(configuration.logLevel == "debug")
        #expect(configuration.limits.drain == 3)
        #expect(configuration.limits.bodyBytes == 65_536)
    }

    @Test("CARDEA_CONFIG names the file")
    func cardeaCONFIGNames() throws {
        let file = try TemporaryFile("{ // JSON5\n passwords: { memory: 0x1000, }, }")
        let configuration = try CardeaServer.Configuration.load(environment: ["CARDEA_CONFIG": file.path])
        #expect(configuration.passwords.memory == 4096)
    }

    @Test(
        "every setting has an environment variable, named after its key",
        arguments: [
            ("port", "CARDEA_PORT"), ("baseURL", "CARDEA_BASE_URL"),
            ("masterKeyFile", "CARDEA_MASTER_KEY_FILE"),
            ("tls.certificate", "CARDEA_TLS_CERTIFICATE"), ("limits.bodyBytes", "CARDEA_LIMITS_BODY_BYTES"),
        ]
    )
    func variables(key: String, variable: String) {
        #expect(CardeaServer.Configuration.table[key]?.variable == variable)
    }

    @Test(
        "a mistake in the file is reported with its key (security L7)",
        arguments: [
            ("{ prot: 1 }", "unknown key 'prot'"),
            ("{ limits: { drian: 1 } }", "unknown key 'limits.drian'; did you mean 'limits.drain'?"),
            ("{ port: 1, /* once */ \"port\": 2 }", "the key 'port' is given twice"),
            ("{ limits: { drain: 1, // again\n 'drain': 2 } }", "the key 'drain' is given twice"),
            ("{ port: 'http' }", "port must be a whole number"),
            ("{ tls: { key: 1 } }", "tls.key must be text, or none"),
            ("{ port: 1", "is not a JSON5 document: line 1, column 10"),
            ("{\n  port: 1,\n  host: local\n}", "is not a JSON5 document: line 3, column 9"),
            ("[]", "the document must be a group of settings"),
            ("{ limits: 1 }", "limits must be a group of settings"),
            ("{ port: { a: 1 } }", "port must be one value, not a group"),
        ]
    )
    func mistakes(text: String, message: String) throws {
        let file = try TemporaryFile(text)
        let error = #expect(throws: ConfigurationError.self) {
            try CardeaServer.Configuration.load(file: file.path)
        }
        #expect(error?.description.contains(message) == true, "\(error as Any)")
        #expect(error?.description.hasPrefix(file.path) == true)
    }

    @Test(
        "a value out of range is rejected with its key",
        arguments: [
            ("CARDEA_PORT", "70000", "port must be from 0 to 65535"),
            ("CARDEA_PORT", "http", "CARDEA_PORT: 'http' is not a whole number"),
            (
                "CARDEA_LOG_LEVEL", "loud",
                "logLevel must be trace, debug, info, notice, warning, error or critical"
            ),
            ("CARDEA_TLS_KEY", "key.pem", "tls needs both a certificate and a key"),
            (
                "CARDEA_BASE_URL", "id.example",
                "baseURL must be an http or https address without user, password and query"
            ),
            (
                "CARDEA_TRUSTED_PROXIES", "10.0.0.0/8, proxy",
                "trustedProxies must be a list of addresses and blocks: 'proxy' is invalid"
            ),
            ("CARDEA_PASSWORDS_MEMORY", "1", "passwords.memory must be from 8 to 1048576"),
            ("CARDEA_PASSWORDS_THREADS", "-1", "passwords.threads must be from 0 to 256"),
            ("CARDEA_PASSWORDS_THREADS", "257", "passwords.threads must be from 0 to 256"),
            ("CARDEA_LIMITS_IDLE_TIMEOUT", "0", "limits.idleTimeout must be from 1s to 1d"),
            ("CARDEA_HOUSEKEEPING_RETENTION", "-1", "housekeeping.retention must be from 0s to 36525d"),
        ]
    )
    func limits(name: String, value: String, message: String) {
        #expect(throws: ConfigurationError(message)) {
            try CardeaServer.Configuration.load(environment: [name: value])
        }
    }

    @Test("a missing file is an error")
    func missingFileError() {
        #expect(
            throws: ConfigurationError("/nowhere/cardea.json5: cannot be read: No such file or directory")
        ) {
            try CardeaServer.Configuration.load(file: "/nowhere/cardea.json5")
        }
    }

    @Test("a configuration reads back as it was written")
    func configurationReadsBack() throws {
        var configuration = CardeaServer.Configuration()
        configuration.trustedProxies = ["10.0.0.0/8"]
        configuration.tls.key = "key.pem"
        configuration.limits.loops = 3
        let text = try JSONEncoder().encode(configuration)
        #expect(try JSONDecoder().decode(CardeaServer.Configuration.self, from: text) == configuration)
    }
}

/// A file that lives as long as the value.
private final class TemporaryFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "cardea-\(UUID()).json5").path

    init(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
