import Foundation
import Testing

@testable import CardeaSession

struct SystemActivityTests {
    @Test(
        "an app is active as it says at first, and then as its system's notifications say",
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

    @Test("where the system says nothing, an app is active")
    func elsewhere() async {
        var activity = SystemActivity().activity.makeAsyncIterator()
        #expect(await activity.next() == true)
    }
}
