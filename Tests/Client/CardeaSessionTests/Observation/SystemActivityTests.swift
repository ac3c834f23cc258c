import Foundation
import Testing

@testable import CardeaSession

struct SystemActivityTests {
    @Test(
        "the app's activity is the system's initial state, and then that of its notifications",
        arguments: [true, false]
    )
    func notifications(isActive: Bool) async {
        let center = NotificationCenter()
        let (begins, ends) = (Notification.Name("begins"), Notification.Name("ends"))
        let monitor = NotificationActivity(center: center, begins: begins, ends: ends, isActive: { isActive })
        var activity = monitor.activity.makeAsyncIterator()
        #expect(await activity.next() == isActive)
        center.post(name: ends, object: nil)
        #expect(await activity.next() == false)
        center.post(name: begins, object: nil)
        #expect(await activity.next() == true)
    }

    @Test("an app without notifications of the system is active")
    func elsewhere() async {
        var activity = SystemActivity().activity.makeAsyncIterator()
        #expect(await activity.next() == true)
    }
}
