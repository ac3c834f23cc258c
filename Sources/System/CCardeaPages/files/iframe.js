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
