import CardeaServer
import CardeaEncodings
import FoundationEssentials
import Glibc

extension Console {
    /// Prints the greeting of a server: text at a terminal, otherwise a JSON line like those of the log.
    func greet(_ greeting: CardeaServer.Greeting) {
        if isatty(STDOUT_FILENO) == 1 { return print(TerminalText(lines: greeting.description)) }
        var json = JSONText()
        json.object { json in
            let now = InternetTime.text(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
            json.member("ts", now)
            json.member("level", "notice")
            json.member("msg", "greeting")
            json.member("url", greeting.url)
            if greeting.isEmulator { json.member("emulator", true) }
            if let project = greeting.project { json.member("project", project) }
            if let apiKey = greeting.apiKey { json.member("apiKey", apiKey) }
            if let file = greeting.administratorTokenFile { json.member("administratorTokenFile", file) }
        }
        printNotice(json: String(decoding: json.bytes, as: UTF8.self))
    }
}
