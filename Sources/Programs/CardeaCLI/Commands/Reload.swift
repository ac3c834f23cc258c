import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaServer

struct Reload: Command {
    static let name = "reload"
    static let summary = "Makes the running server read its certificate again, and reports the result."
    static let discussion = """
        New connections use the new certificate, and open connections continue. If the certificate or its key cannot be
        used, the server keeps the current one, and the exit code is 1. SIGHUP does the same without a report.
        """

    @OptionGroup var data = DataOptions()

    func run(_ console: Console) async throws {
        let configuration = try data.configuration(console)
        let socket = try ControlSocket(in: configuration)
        guard await socket.engine != nil else {
            throw CommandFailure("no server responds on \(configuration.controlSocketPath)")
        }
        let response = await socket.respond(to: Request(.post, "/reload"))
        let line = String(decoding: response.body.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        switch response.status {
        case 200: console.print("\(line)")
        case 409: throw CommandFailure("the current certificate stays: \(line)")
        case let status: throw CommandFailure("the server sent status \(status): see its log")
        }
    }
}
