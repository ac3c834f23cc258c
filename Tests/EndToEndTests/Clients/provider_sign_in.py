"""U6, U15, security 5, 16, 18: whole redirect flows with independent providers, as a browser and an app do them."""

import concurrent.futures
import html
import re
import urllib.parse

import requests
from check import BASE, check, toolkit

APP = "https://app.example/back"


class Browser:
    """A browser that keeps cookies of a secure origin, and follows redirects one by one."""

    def __init__(self):
        self.cookies = {}

    def go(self, url, method="GET", data=None):
        mine = url.startswith(BASE)
        headers = {}
        if mine and self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        response = requests.request(method, url, data=data, headers=headers, allow_redirects=False, timeout=120)
        for field in response.raw.headers.getlist("Set-Cookie") if mine else []:
            name, value = field.split(";")[0].split("=", 1)
            check(f"the cookie is for this host over TLS: {field.split(';', 1)[1]}",
                  name.startswith("__Host-") and "Secure" in field and "HttpOnly" in field and "Path=/" in field)
            self.same_site = re.search("SameSite=(\\w+)", field)[1]
            self.cookies.pop(name, None)
            if value:
                self.cookies[name] = value
        return response

    def follow(self, url):
        """Follows redirects until something else comes, or until the address of the app."""
        while True:
            response = self.go(url)
            if response.status_code not in (302, 303):
                return response
            url = urllib.parse.urljoin(url, response.headers["Location"])
            if url.startswith(APP):
                return url


def begin(provider, url=APP, **more):
    return toolkit("createAuthUri", providerId=provider, continueUri=url, **more)


def finish(url, session, **more):
    return toolkit("signInWithIdp", requestUri=url, sessionId=session, returnSecureToken=True, **more)


def acme(browser, begun, action="allow"):
    """Signs in at the OpenID provider."""
    page = browser.follow(begun["authUri"])
    check("the provider shows its page", page.status_code == 200 and "<form" in page.text, page.status_code)
    response = browser.go(page.url, "POST", {"sub": "ada-at-acme", **({"action": "deny"} if action == "deny" else {})})
    check("the provider redirects to the handler", response.status_code == 302, response.text)
    return urllib.parse.urljoin(page.url, response.headers["Location"])


# An OpenID provider that knows nothing of Cardea.
status, begun = begin("oidc.acme")
check("a redirect begins", status == 200 and begun["authUri"].startswith(f"{BASE}/auth/start?state="), begun)
browser = Browser()
handler = acme(browser, begun)
check("the provider leads to its own handler", handler.startswith(f"{BASE}/auth/handler/oidc.acme?"), handler)

# The response without the cookie, and in another browser (security 16).
stranger = Browser()
response = stranger.go(handler)
check("a response in another browser is rejected", response.status_code == 400 and "<h1>" in response.text, response.text)
check("the page may run no script", "default-src 'none'" in response.headers["Content-Security-Policy"])
response = stranger.go(begun["authUri"])
check("another browser cannot take the redirect over", response.status_code == 400, response.status_code)
response = browser.go(re.sub("state=[^&]*", "state=", handler))
check("a response without state is rejected", response.status_code == 400, response.status_code)

back = browser.follow(handler)
check("the browser comes back to the app", isinstance(back, str) and back.startswith(f"{APP}?code="), back)
check("the cookie is deleted", not browser.cookies, browser.cookies)
check("the response is good for one browser once", browser.go(handler).status_code == 400)

status, other = begin("oidc.acme")
status, response = finish(back, other["sessionId"])
check("another app's session signs nobody in", status == 400, response)

# The response is redeemed by 100 threads (security 18).
with concurrent.futures.ThreadPoolExecutor(100) as threads:
    responses = list(threads.map(lambda _: finish(back, begun["sessionId"]), range(100)))
signed_in = [response for status, response in responses if status == 200]
check("of 100 sign-ins with one response, one succeeds", len(signed_in) == 1, [response for _, response in responses][:3])
ada = signed_in[0]
check("the user is that of the provider", ada["email"] == "ada@acme.example" and ada["displayName"] == "Ada Lovelace", ada)
check("the provider is named", ada["providerId"] == "oidc.acme", ada)
status, found = toolkit("lookup", idToken=ada["idToken"])
user = found["users"][0]
check("the user lists the provider (U6)",
      [(info["providerId"], info["rawId"]) for info in user["providerUserInfo"]] == [("oidc.acme", "ada-at-acme")], user)

# Again: the same user.
status, begun = begin("oidc.acme")
browser = Browser()
status, again = finish(browser.follow(acme(browser, begun)), begun["sessionId"])
check("a second sign-in is of the same user", status == 200 and again["localId"] == ada["localId"], again)

# The person says no. This provider leaves the state out of its error, against RFC 6749 §4.1.2.1: that fails closed.
status, begun = begin("oidc.acme")
browser = Browser()
handler = acme(browser, begun, "deny")
check("the provider says no without the state", "error=access_denied" in handler and "state=" not in handler, handler)
check("an error without state is rejected (security 16)", browser.go(handler).status_code == 400)
state = urllib.parse.parse_qs(urllib.parse.urlparse(begun["authUri"]).query)["state"][0]
back = browser.follow(f"{handler}&state={state}")
check("the app gets the provider's error", "error=access_denied" in back and "code=" not in back, back)
status, response = finish(back, begun["sessionId"])
check("an error signs nobody in", status == 400, response)

# Addresses that are not listed (security 5).
for url in ("https://app.example/back/", "https://evil.example/back", "//app.example/back", "javascript:alert(1)",
            "https://app.example@evil.example/back", "https://app.example/back\\@evil.example"):
    status, response = begin("oidc.acme", url)
    check(f"a redirect to {url!r} is rejected", status == 400, response)

# GitHub: two calls for the profile, and an address that is not trusted.
status, begun = begin("github.com")
browser = Browser()
back = browser.follow(begun["authUri"])
check("the cookie goes with navigation alone", browser.same_site == "Lax", browser.same_site)
status, octocat = finish(back, begun["sessionId"])
check("GitHub signs in by its two calls", status == 200 and octocat["email"] == "octocat@example.com", octocat)

# Apple: a form, and the name once.
def apple():
    status, begun = begin("apple.com")
    browser = Browser()
    page = browser.follow(begun["authUri"]).text
    action = re.search('action="([^"]*)"', page)[1]
    fields = {name: html.unescape(value) for name, value in re.findall('name="([^"]*)" value="([^"]*)"', page)}
    check("the cookie goes with the form of another site", browser.same_site == "None", browser.same_site)
    response = browser.go(html.unescape(action), "POST", fields)
    check("the form leads to the app", response.status_code == 303, response.text)
    return finish(response.headers["Location"], begun["sessionId"])


status, first = apple()
check("Apple's first response has the name", status == 200 and first.get("displayName") == "Ada Lovelace", first)
check("Apple's address is that of the signed token", first["email"] == "x1@privaterelay.appleid.com", first)
status, second = apple()
check("Apple's second response has no name", status == 200 and not second.get("displayName"), second)
status, found = toolkit("lookup", idToken=second["idToken"])
check("the user keeps the name", (second["localId"], found["users"][0].get("displayName")) == (first["localId"], "Ada Lovelace"), found)

# X: no address.
status, begun = begin("twitter.com")
status, tweeter = finish(Browser().follow(begun["authUri"]), begun["sessionId"])
check("X signs in without an address", status == 200 and "email" not in tweeter, tweeter)

# WeChat: unionid.
status, begun = begin("wechat.com")
check("a redirect to WeChat begins", status == 200, begun)
status, reader = finish(Browser().follow(begun["authUri"]), begun["sessionId"])
check("WeChat signs in", status == 200 and reader["displayName"] == "小艾", reader)
status, found = toolkit("lookup", idToken=reader["idToken"])
check("WeChat's user is the one of all apps", found["users"][0]["providerUserInfo"][0]["rawId"] == "u-1", found)

# A provider that is disabled at the moment of its response (security 17).
status, response = begin("kakao.com")
check("a provider that is not configured is rejected", status == 400, response)
