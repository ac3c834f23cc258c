import Cardea
import CardeaAdmin
import CardeaSession
import Foundation
import Testing

/// The tables of errors on the pages, against the errors.
@Suite("Error pages")
struct ErrorPageTests {
    typealias Shown = LocalizedError & CustomNSError

    /// A public error: where its codes are declared, and the page with its table.
    struct Kind: Sendable {
        let name: String
        let file: String
        let page: String
        let error: @Sendable (String) -> any Shown
    }

    private static let sessionPage = "Client/CardeaSession/CardeaSession.docc/Errors"

    static let kinds = [
        Kind(
            name: "Cardea.CardeaError",
            file: "Client/Cardea/Errors/CardeaError+Code",
            page: "Client/Cardea/Cardea.docc/Errors",
            error: { CardeaError(.init(rawValue: $0)) }
        ),
        Kind(
            name: "CardeaAdmin.AdminError",
            file: "Client/CardeaAdmin/Errors/AdminError",
            page: "Client/CardeaAdmin/CardeaAdmin.docc/Errors",
            error: { AdminError(.init(rawValue: $0)) }
        ),
        Kind(
            name: "CardeaSession.SessionError",
            file: "Client/CardeaSession/Core/Values/SessionError",
            page: sessionPage,
            error: { SessionError(.init(rawValue: $0)) }
        ),
        Kind(
            name: "CardeaSession.SignInError",
            file: "Client/CardeaSession/OAuth/SignIn/SignInError",
            page: "Client/CardeaSession/CardeaSession.docc/SigningInByTheBrowser",
            error: { SignInError(.init(rawValue: $0)) }
        ),
        Kind(
            name: "CardeaSession.StoreError",
            file: "Client/CardeaSession/Core/Values/StoreError",
            page: sessionPage,
            error: { StoreError(.init(rawValue: $0)) }
        ),
        Kind(
            name: "CardeaHTTPTransport.TransportError",
            file: "Foundation/CardeaHTTPTransport/TransportError",
            page: sessionPage,
            error: { TransportError(.init(rawValue: $0), mayHaveBeenReceived: false, description: "") }
        ),
    ]

    @Test("each code has its number in the table of the page, and a sentence for people", arguments: kinds)
    func codes(of kind: Kind) throws {
        let type = try #require(kind.name.split(separator: ".").last)
        let source = try Page("Sources/\(kind.file).swift").text
        let table = try Page("Sources/\(kind.page).md").text
        let codes = source.matches(of: /public static let (\w+) = Self\(rawValue:/).map { String($0.1) }
        #expect(codes.count > 5)
        for code in codes {
            let error = kind.error(code)
            let rows = [
                "| ``\(type)/Code/\(code)`` | \(error.errorCode) | ",
                "| `\(type).Code.\(code)` | \(error.errorCode) | ",
            ]
            #expect(rows.contains { table.contains($0) }, "\(code)")
            #expect(error.errorDescription?.hasSuffix(".") == true, "\(code)")
            #expect(error.localizedDescription == error.errorDescription, "\(code)")
            #expect((error as any Error).localizedDescription == error.errorDescription, "\(code)")
        }
        let numbers = codes.map { kind.error($0).errorCode }
        #expect(Set(numbers).count == codes.count && !numbers.contains(0))
        #expect(Swift.type(of: kind.error("other")).errorDomain == kind.name)
    }

    @Test("a code of somebody else has the number 0, and a sentence too", arguments: kinds)
    func otherCode(of kind: Kind) {
        let error = kind.error("other code")
        #expect(error.errorCode == 0 && error.localizedDescription == "The operation failed.")
    }

    @Test("the failure of a refresher has a number and a sentence for each outcome")
    func refreshFailures() {
        let failures: [RefreshFailure] = [.rejected(), .transient(), .uncertain()]
        #expect(failures.map(\.errorCode) == [1, 2, 3])
        for failure in failures {
            #expect((failure as any Error).localizedDescription.hasPrefix("The session "))
        }
    }

    @Test("an empty detail leaves no gap in a description")
    func emptyDetails() {
        #expect(SessionError(.storeFailed, detail: "").description == "storeFailed")
        #expect(SignInError(.rejected, detail: "").description == "rejected")
        #expect(
            CardeaError(.unknown, serverCode: "", serverMessage: "no", detail: "").description
                == "unknown — no"
        )
        #expect(
            AdminError(.unknown, serverCode: "", serverMessage: "no", detail: "").description
                == "unknown — no"
        )
    }
}
