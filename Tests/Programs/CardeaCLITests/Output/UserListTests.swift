import CardeaAdminAPI
import Foundation
import Testing

@testable import CardeaCLI

@Suite("The list of users")
struct UserListTests {
    @Test("the list has user names and phone numbers, and text of users is escaped (security 31)")
    func columns() throws {
        let json = #"""
            {"users":[
                {"id":"1","email":"ann@example.com","userName":"ann","phoneNumber":"+16505553434","disabled":false,
                    "hasPassword":true,"createdAt":0},
                {"id":"2","userName":"李","displayName":"\u001b[2J\nroot","disabled":true,"hasPassword":false,
                    "createdAt":0,"lastSignedInAt":1000}
            ]}
            """#
        let list = try JSONDecoder().decode(CardeaAdminAPI.UserList.self, from: Data(json.utf8))
        #expect(
            list.text.text == #"""
                ID  E-MAIL           USER NAME  PHONE         STATE     NAME             LAST SIGN-IN          CREATED
                1   ann@example.com  ann        +16505553434  enabled   -                -                     1970-01-01T00:00:00Z
                2   -                李         -             disabled  \x1b[2J\x0aroot  1970-01-01T00:00:01Z  1970-01-01T00:00:00Z
                """#
        )
        #expect(
            list.text.text(width: 60) == #"""
                ID  E-MAIL           USER NAME  PHONE         STATE
                1   ann@example.com  ann        +16505553434  enabled
                2   -                李         -             disabled
                The terminal is too narrow for NAME, LAST SIGN-IN, CREATED.
                """#
        )
    }
    @Test("the list of keys shows their state at 80 columns")
    func keys() throws {
        let id = String(repeating: "k", count: 43)
        let json = #"""
            {"keys":[{"id":"\#(id)","use":"signing","algorithm":"ES256","state":"upcoming","createdAt":0,
                "startsAt":1000}]}
            """#
        let list = try JSONDecoder().decode(KeyList.self, from: Data(json.utf8))
        #expect(
            list.text.text(width: 80) == """
                ID\(String(repeating: " ", count: 43))STATE     STARTS
                \(id)  upcoming  1970-01-01T00:00:01Z
                The terminal is too narrow for USE, ALGORITHM, CREATED.
                """
        )
    }
}
