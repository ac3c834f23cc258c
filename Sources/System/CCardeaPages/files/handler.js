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
