// A back end that lets in the users of an identity server:
//
//     CARDEA=http://127.0.0.1:8080 KEY_FILE=key.json PORT=8081 cardea-back-end
//
// CARDEA is the address that `cardea serve` prints; `cardea service-account create back-end --key-file key.json` writes the file.
import CardeaAdmin
import Foundation

let environment = ProcessInfo.processInfo.environment
guard let address = environment["CARDEA"].flatMap({ URL(string: $0) }), let keyFile = environment["KEY_FILE"]
else {
    FileHandle.standardError.write(Data("Set CARDEA and KEY_FILE.\n".utf8))
    exit(2)
}
let admin = try AdminClient(
    .init(server: .cardea(address), serviceAccount: ServiceAccountKey(file: URL(filePath: keyFile)))
)
let port = environment["PORT"].flatMap { Int($0) } ?? 0
let server = try WebServer.start(NotesService(admin), port: port)

// It serves until it is stopped.
while true { try await Task.sleep(for: .seconds(3600)) }
