import Testing

@testable import CardeaAccountPages

@Suite("The languages of the pages")
struct PageLanguagesTests {
    @Test(
        "each language of the program has every text, with the placeholders of the English one",
        arguments: ["en", "ja", "zh-Hans", "zh-Hant", "ko", "de"]
    )
    func complete(_ language: String) throws {
        var languages = PageLanguages.builtIn
        let texts = try #require(languages.document(of: language))
        #expect(texts.count == PageText.Key.allCases.count && texts.allSatisfy { !$0.text.isEmpty })
        // The rules for files of an operator are those of the program.
        let document = "{" + texts.map { "\"\($0.key)\":\"\($0.text)\"" }.joined(separator: ",") + "}"
        #expect(try languages.add("fr", Array(document.utf8)).isEmpty)
    }

    @Test("a file adds a language; a text that it leaves out is in English")
    func added() throws {
        var languages = PageLanguages.builtIn
        let missing = try languages.add(
            "pt-BR",
            Array(#"{"newPassword": "Nova senha", "continueTo": "Ir para %"}"#.utf8)
        )
        #expect(missing.count == PageText.Key.allCases.count - 2 && !missing.contains("newPassword"))
        let texts = languages.texts("pt_BR", accepted: nil)
        #expect(texts.language == "pt-BR" && texts[.newPassword] == "Nova senha")
        #expect(texts[.continueTo, "Loja"] == "Ir para Loja" && texts[.busyTitle] == "Please try again later")
        #expect(languages.texts(nil, accepted: "pt-BR,de;q=0.5").language == "pt-BR")
        #expect(languages.texts(nil, accepted: "pt,de;q=0.5").language == "de")
    }

    @Test(
        "a file that is wrong is rejected with its error",
        arguments: [
            ("fr", "[]", "is not a JSON object"), ("fr", "{", "is not a JSON object"),
            ("fr", #"{"nowhere": "x"}"#, "'nowhere' is not the key"),
            ("fr", #"{"busy": 5}"#, "'busy' must be text"),
            ("fr", #"{"busy": ""}"#, "'busy' must be text"), ("fr", #"{"continueTo": "Continuer"}"#, "one %"),
            ("fr", #"{"busy": "50 %"}"#, "no %"), ("french", "{}", "language tag"),
            ("..", "{}", "language tag"),
        ]
    )
    func rejected(_ language: String, _ document: String, _ expected: String) {
        var languages = PageLanguages.builtIn
        let error = #expect(throws: PageLanguageError.self) {
            try languages.add(language, Array(document.utf8))
        }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }
}
