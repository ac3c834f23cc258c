// A stand-in for Google's library for frames, with the functions that the SDK and the server's frame call. Messages between
// the frames go by `postMessage` with the origin of the other side. Google's own messages look different; both sides here
// are of this file.
"use strict";
(() => {
  const handlers = new Map();
  const replies = new Map();
  let last = 0;

  class Iframe {
    constructor(peer, origin) {
      Object.assign(this, { peer, origin });
    }

    register(name, handler) {
      handlers.set(`${this.origin} ${name}`, { handler, frame: this });
    }

    send(name, message, callback) {
      const id = (last += 1);
      const answer = new Promise(resolve => replies.set(id, resolve));
      this.peer().postMessage({ gapi: "request", id, name, message }, this.origin);
      return answer.then(value => {
        if (callback) callback(value);
        return value;
      });
    }

    ping(callback) {
      return this.send("_ping", {}, callback);
    }

    restyle() {
      return Promise.resolve([]);
    }
  }

  addEventListener("message", async ({ data, origin, source }) => {
    if (!data || !data.gapi) return;
    if (data.gapi === "reply") {
      const resolve = replies.get(data.id);
      replies.delete(data.id);
      return resolve && resolve(data.values);
    }
    const found = handlers.get(`${origin} ${data.name}`);
    if (data.name !== "_ping" && (!found || found.frame.peer() !== source)) return;
    const value = data.name === "_ping" ? {} : await found.handler(data.message);
    source.postMessage({ gapi: "reply", id: data.id, values: [value] }, origin);
  });

  const context = {
    async open({ where, url, attributes }, opened) {
      const element = document.createElement("iframe");
      Object.assign(element.style, attributes.style);
      const loaded = new Promise(resolve => element.addEventListener("load", resolve));
      // As in Google's library, the frame learns from its address who shows it.
      element.src = `${url}#parent=${encodeURIComponent(location.origin)}`;
      where.appendChild(element);
      const frame = new Iframe(() => element.contentWindow, new URL(url).origin);
      await loaded;
      await opened(frame);
      return frame;
    },

    getParentIframe() {
      const parent = new URLSearchParams(location.hash.slice(1)).get("parent");
      return new Iframe(() => window.parent, parent);
    }
  };

  window.gapi = {
    load(_, options) {
      const callback = typeof options === "function" ? options : options.callback;
      window.gapi.iframes = { Iframe, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context };
      setTimeout(callback);
    }
  };
  const onload = new URL(document.currentScript.src).searchParams.get("onload");
  if (onload) setTimeout(() => window[onload]());
})();
