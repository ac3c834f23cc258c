"""K2, K5: two tabs of an app with Google's JavaScript SDK share a session in Chromium."""

from browser import started, until
from check import check

with started() as browser:
    first = browser.driver.current_window_handle
    uid = browser.run("""
        const { user } = await sdk.createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse');
        return user.uid;""")
    second = browser.new_tab()
    check("a second tab is signed in", browser.user()["uid"] == uid)

    # Both tabs refresh at the same moment, again and again, by the same refresh token.
    for round in range(5):
        tokens = {}
        for tab in (first, second):
            browser.show(tab)
            browser.run("""
                const channel = new BroadcastChannel('start');
                window.refreshed = new Promise((resolve, reject) => {
                  channel.onmessage = () => auth.currentUser.getIdToken(true).then(resolve, reject);
                });
                window.refreshed.catch(() => {});""")
        browser.run("""
            const start = new BroadcastChannel('start');
            start.postMessage('now');
            window.own = auth.currentUser.getIdToken(true);
            window.own.catch(() => {});""")
        check("the second tab refreshes", browser.run("await window.own; return !!await window.refreshed;"))
        browser.show(first)
        check(f"the first tab refreshes at the same time ({round})", browser.run("return !!await window.refreshed;"))
    for tab in (first, second):
        browser.show(tab)
        check("the tab can still refresh (K5)", browser.run("return !!await auth.currentUser.getIdToken(true);"))
        browser.open()
        check("and is signed in after a reload", browser.user()["uid"] == uid, browser.user())

    # What one tab does reaches the other.
    browser.run("await sdk.signOut(auth);")
    browser.show(first)
    until("the sign-out in the first tab", lambda: browser.user() is None)
    check("the listener of the first tab is told", browser.run("return states.at(-1);") is None)
    guest = browser.run("return (await sdk.signInAnonymously(auth)).user.uid;")
    browser.show(second)
    until("the sign-in in the second tab", lambda: (browser.user() or {}).get("uid") == guest)
    check("the listener of the second tab is told", browser.run("return states.at(-1);") == guest)
