import CardeaEncodings
import CardeaHTML
import Testing

@testable import CardeaAccountPages

@Suite("The languages of the pages")
struct PageLanguagesTests {
    private static let files = ["en", "ja", "zh-Hans", "zh-Hant", "ko", "de"]

    @Test("each language of the program has every text, with its placeholder", arguments: files)
    func complete(_ language: String) throws {
        let document = try #require(PageLanguages.document(of: language))
        // The rules for files of an operator are those of the program.
        var languages = PageLanguages.builtIn
        #expect(try languages.add("fr", document).isEmpty)
        guard case .object(let members) = try JSONValue(reading: document) else {
            Issue.record("the file is not an object")
            return
        }
        #expect(members.map(\.0) == PageText.Key.allCases.map(\.rawValue))
    }

    @Test("each file of texts is that of a language")
    func everyFile() {
        let names = EmbeddedFile.all.map(\.name).filter { $0.hasPrefix("texts/") }
        #expect(Set(names) == Set(Self.files.map { "texts/\($0).json" }))
        #expect(PageLanguages.document(of: "zh_TW") == EmbeddedFile.bytes(of: "texts/zh-Hant.json"))
        #expect(PageLanguages.document(of: "fr") == nil)
    }

    @Test(
        "a number has the form of its language",
        arguments: [
            ("en", 1, "one"), ("en", 8, "other"), ("de-CH", 1, "one"), ("ja", 1, "other"), ("fr", 0, "one"),
            ("pt-BR", 2, "other"), ("pl", 1, "one"), ("pl", 22, "few"), ("pl", 12, "many"),
            ("pl", 21, "many"),
            ("ru", 21, "one"), ("ru", 11, "many"), ("ru", 24, "few"), ("ru", 8, "many"), ("cs", 4, "few"),
            ("cs", 8, "other"), ("xx", 1, "one"),
        ]
    )
    func plural(_ language: String, _ number: Int, _ form: String) throws {
        #expect(Message.Form(of: number, in: language).rawValue == form)
        var languages = PageLanguages.builtIn
        let forms = ["one", "few", "many", "other"].map { "\"\($0)\": \"\($0) %COUNT%\"" }
        _ = try languages.add(language, Array("{\"ruleLength\": {\(forms.joined(separator: ","))}}".utf8))
        #expect(languages.texts(language, accepted: nil)[.ruleLength, number] == "\(form) \(number)")
    }

    @Test(
        "a text without the form of a number has the form other, and a text that is missing that of English"
    )
    func absentForm() throws {
        var languages = PageLanguages.builtIn
        _ = try languages.add("ru", Array(#"{"ruleLength": {"other": "%COUNT%+"}}"#.utf8))
        let texts = languages.texts("ru", accepted: nil)
        #expect(texts[.ruleLength, 21] == "21+")
        #expect(texts[.passwordTooShort, 21] == "The password must have 21 characters or more.")
        #expect(texts[.passwordTooShort, 1] == "The password must have 1 character or more.")
    }

    @Test("a file adds a language, also with former placeholders; a text that it leaves out is in English")
    func added() throws {
        var languages = PageLanguages.builtIn
        let missing = try languages.add(
            "pt-BR",
            Array(
                #"{"newPassword": "Nova senha", "continueTo": "Ir para %", "account": "em %APP_NAME%"}"#.utf8
            )
        )
        #expect(missing.count == PageText.Key.allCases.count - 3 && !missing.contains("newPassword"))
        let texts = languages.texts("pt_BR", accepted: nil)
        #expect(texts.language == "pt-BR" && texts[.newPassword] == "Nova senha")
        #expect(texts[.continueTo, "Loja"] == "Ir para Loja" && texts[.account, "%"] == "em %")
        #expect(texts[.busyTitle] == "Please try again later")
        #expect(languages.texts(nil, accepted: "pt-BR,de;q=0.5").language == "pt-BR")
        #expect(languages.texts(nil, accepted: "pt,de;q=0.5").language == "de")
    }

    @Test(
        "a file that is wrong is rejected with its error",
        arguments: [
            ("fr", "[]", "is not a JSON object"), ("fr", "{", "is not a JSON object"),
            ("fr", #"{"nowhere": "x"}"#, "'nowhere' is not the key"),
            ("fr", #"{"busy": 5}"#, "'busy' must be text"),
            ("fr", #"{"busy": ""}"#, "'busy' must be text"),
            ("fr", #"{"continueTo": "Continuer"}"#, "one %APP_NAME%"),
            ("fr", #"{"continueTo": "% %"}"#, "one %APP_NAME%"),
            ("fr", #"{"continueTo": "%HOST%"}"#, "one %APP_NAME%"),
            ("fr", #"{"continueTo": "%APP_NAME% %APP_NAME%"}"#, "one %APP_NAME%"),
            ("fr", #"{"busy": "%COUNT%"}"#, "no %"),
            ("fr", #"{"busy": {"other": "x"}}"#, "'busy' must be text"),
            ("fr", #"{"ruleLength": {"one": "%COUNT%"}}"#, "the form 'other'"),
            ("fr", #"{"ruleLength": {"two": "%COUNT%"}}"#, "'two' is not one, few, many or other"),
            ("fr", #"{"busy": "50 %"}"#, "no %"), ("french", "{}", "language tag"),
            ("..", "{}", "language tag"),
        ]
    )
    func rejected(_ language: String, _ document: String, _ expected: String) {
        var languages = PageLanguages.builtIn
        let error = #expect(throws: CatalogueError.self) {
            try languages.add(language, Array(document.utf8))
        }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }
}
