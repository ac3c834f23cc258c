/// The scripts of the pages.
///
/// A key of the storage or of a message names the app: its API key, which the server has judged, and its name.
extension JavaScriptSDKPages {
    /// Begins a redirect on the first visit, and passes its result on when the browser comes back.
    static let handlerScript = #"""
        "use strict";
        (() => {
          const parameters = JSON.parse(document.currentScript.dataset.parameters);
          // The page says that the sign-in failed, and is shown if it does.
          document.documentElement.hidden = true;

          async function begin() {
            const signIn = {
              key: `${parameters.apiKey}:${parameters.appName}`,
              type: parameters.authType,
              eventId: parameters.eventId ?? null,
              tenantId: parameters.tid ?? null,
              redirectUrl: parameters.redirectUrl
            };
            const request = {
              providerId: parameters.providerId,
              continueUri: `${location.origin}/__/auth/handler`
            };
            if (signIn.tenantId) request.tenantId = signIn.tenantId;
            if (parameters.scopes) request.oauthScope = parameters.scopes;
            if (parameters.customParameters) request.customParameter = JSON.parse(parameters.customParameters);
            const response = await fetch(
              `/v1/accounts:createAuthUri?key=${encodeURIComponent(parameters.apiKey)}`,
              { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) }
            );
            const begun = await response.json();
            if (!response.ok) return pass(signIn, { error: failure(begun.error.message) });
            const state = new URL(begun.authUri).searchParams.get("state");
            signIn.sessionId = begun.sessionId;
            keep(`cardea:redirect:${state}`, JSON.stringify(signIn));
            location.replace(begun.authUri);
          }

          function finish() {
            const signIn = JSON.parse(take(`cardea:redirect:${parameters.state}`));
            if (!signIn) throw new Error("this browser has not begun the sign-in");
            pass(signIn, { urlResponse: location.href, sessionId: signIn.sessionId });
          }

          // A browser may give this page no storage. The frame of this server within the app then keeps a popup's sign-in.
          function keep(name, text) {
            try {
              sessionStorage.setItem(name, text);
            } catch (error) {
              const [frame] = frames();
              if (!frame) throw error;
              frame[name] = text;
            }
          }

          function take(name) {
            try {
              const text = sessionStorage.getItem(name);
              sessionStorage.removeItem(name);
              return text;
            } catch {
              const frame = frames().find(frame => name in frame);
              const text = frame ? frame[name] : null;
              if (frame) delete frame[name];
              return text;
            }
          }

          // The codes are those that the SDK knows.
          function failure(message) {
            const codes = {
              INVALID_PROVIDER_ID: "operation-not-allowed",
              OPERATION_NOT_ALLOWED: "operation-not-allowed",
              TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
              UNAUTHORIZED_DOMAIN: "unauthorized-domain"
            };
            return { code: `auth/${codes[message.split(" ")[0]] || "internal-error"}`, message };
          }

          function pass(signIn, result) {
            const { key, type, eventId, tenantId, redirectUrl } = signIn;
            const event = {
              type, eventId, tenantId, urlResponse: null, sessionId: null, postBody: null, error: null, ...result
            };
            if (type.endsWith("ViaRedirect")) {
              sessionStorage.setItem(`cardea:event:${key}`, JSON.stringify(event));
              location.replace(redirectUrl);
            } else {
              const found = frames();
              if (found.length === 0) throw new Error("the app has no frame of this server");
              for (const frame of found) frame.postMessage({ key, event }, location.origin);
            }
          }

          // The frames of this server within the app. Those of other servers cannot be asked for their address.
          function frames() {
            const found = [];
            for (let index = 0; index < (opener ? opener.length : 0); index += 1) {
              try {
                if (/\/auth\/iframe$/.test(opener[index].location.pathname)) found.push(opener[index]);
              } catch {
                continue;
              }
            }
            return found;
          }

          Promise.resolve()
            .then("authType" in parameters ? begin : finish)
            .catch(() => {
              document.documentElement.hidden = false;
            });
        })();

        """#

    /// Passes results on to the app, by the library that the SDK uses.
    static let frameScript = #"""
        "use strict";
        (() => {
          const { apiKey, appName } = JSON.parse(document.currentScript.dataset.parameters);
          const key = `${apiKey}:${appName}`;
          const waiting = [];
          let app = null;

          addEventListener("message", ({ data, origin }) => {
            if (origin !== location.origin || !data || data.key !== key) return;
            if (app) send(data.event);
            else waiting.push(data.event);
          });

          // The app may not listen yet, so the frame sends until there is a response.
          function send(authEvent) {
            let attempts = 60;
            let timer = null;
            const attempt = () => {
              attempts -= 1;
              if (attempts > 0) timer = setTimeout(attempt, 500);
              app.send(
                "authEvent",
                { type: "authEvent", authEvent },
                () => clearTimeout(timer),
                gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER
              );
            };
            attempt();
          }

          function hasStorage() {
            try {
              sessionStorage.setItem("cardea:probe", "1");
              sessionStorage.removeItem("cardea:probe");
              return true;
            } catch {
              return false;
            }
          }

          // The result of a redirect instead of the app; without one, the SDK waits for this event.
          function kept() {
            const name = `cardea:event:${key}`;
            const event = hasStorage() && sessionStorage.getItem(name);
            if (!event) return { type: "unknown", eventId: null, error: { code: "auth/no-auth-event", message: "" } };
            sessionStorage.removeItem(name);
            return JSON.parse(event);
          }

          window.cardeaFrame = () => {
            gapi.load("gapi.iframes", () => {
              app = gapi.iframes.getContext().getParentIframe();
              app.register(
                "webStorageSupport",
                // The SDK asks before a popup, whose result comes by a message: that needs no storage.
                () => ({ status: "ACK", webStorageSupport: true }),
                gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER
              );
              send(kept());
              waiting.splice(0).forEach(send);
            });
          };
          const script = document.createElement("script");
          script.src = "https://apis.google.com/js/api.js?onload=cardeaFrame";
          document.head.appendChild(script);
        })();

        """#
}
