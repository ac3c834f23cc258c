import CardeaHTTPMessages
import Foundation
import Testing

/// Languages of the pages that an operator adds by files.
@Suite struct PageLanguageFileTests {
    @Test("a translation of the printed texts adds a language, and a missing text is a warning")
    func added() async throws {
        let directory = try TemporaryDirectory()
        let printed = try await Program.run("config texts en")
        try #require(printed.exitCode == 0)
        let texts = try directory.file("texts")
        try FileManager.default.createDirectory(atPath: texts, withIntermediateDirectories: true)
        let french = printed.output.replacing("This link does not work", with: "Ce lien ne fonctionne pas")
        try french.write(toFile: texts + "/fr.json", atomically: true, encoding: .utf8)
        try #"{"busyTitle": "Reintente más tarde"}"#.write(
            toFile: texts + "/es.json",
            atomically: true,
            encoding: .utf8
        )
        let environment = ["CARDEA_LANGUAGES": texts]
        let data = try directory.file("data")
        let checked = try await Program.run("config check --data \(data)", environment: environment)
        #expect(checked.exitCode == 0, "\(checked.errors)")
        let warnings = checked.output.split(separator: "\n").filter { $0.contains("warning: languages") }
        #expect(warnings.count == 1 && warnings.first?.contains("es.json: ") == true, "\(checked.output)")

        let server = try await ServerProcess.serve(data, environment: environment)
        let page = try await server.send(.get, "/auth/action?mode=x&lang=fr-CA")
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(html.contains("<html lang=\"fr\">") && html.contains("Ce lien ne fonctionne pas"), "\(html)")
    }

    @Test(
        "a file of texts that is wrong stops the start, and is named",
        arguments: [
            (#"{"nowhere": "x"}"#, "'nowhere' is not the key of a text"),
            ("[]", "is not a JSON object of texts"),
        ]
    )
    func rejected(_ document: String, _ problem: String) async throws {
        let directory = try TemporaryDirectory()
        try document.write(toFile: directory.path + "/fr.json", atomically: true, encoding: .utf8)
        for command in ["config check", "serve --port 0"] {
            let outcome = try await Program.run(
                "\(command) --data \(directory.path)/data",
                environment: ["CARDEA_LANGUAGES": directory.path]
            )
            #expect(
                outcome.exitCode != 0 && outcome.errors.contains("fr.json: " + problem),
                "\(outcome.errors)"
            )
        }
    }
}
