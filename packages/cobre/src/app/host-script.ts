/**
 * How the page talks to its host: JSON-RPC by postMessage, as MCP Apps (2026-01-26) has it. The page asks to begin, says
 * that it is ready, and is then told the result of the tool; it never reaches the network. Plain JavaScript, because hosts
 * get it as text: no build stands between this file and them.
 */
export const hostScript = `
const host = (() => {
  const waiting = new Map();
  let lastId = 0;
  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method, params = {}) => send({ method, params });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });
  const listeners = new Map();
  window.addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) {
      const pending = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.error) pending?.reject(new Error(data.error.message));
      else pending?.resolve(data.result ?? {});
      return;
    }
    listeners.get(data.method)?.(data.params ?? {});
    // A ping and the farewell want an answer; there is nothing to say.
    if (data.id !== undefined) send({ id: data.id, result: {} });
  });
  const dress = ({ theme, styles } = {}) => {
    if (theme) document.documentElement.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) {
      if (/^--[a-z0-9-]+$/.test(name) && value) document.documentElement.style.setProperty(name, value);
    }
  };
  return {
    on: (method, listener) => listeners.set(method, listener),
    async begin(appInfo) {
      listeners.set('ui/notifications/host-context-changed', dress);
      const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] };
      const answer = await request('ui/initialize', { protocolVersion: '2026-01-26', appInfo, appCapabilities });
      dress(answer.hostContext);
      notify('ui/notifications/initialized');
      const tellSize = () => {
        // Of what is in it: the page itself is never lower than its frame.
        const { scrollWidth: width } = document.documentElement;
        const height = Math.ceil(document.body.getBoundingClientRect().height);
        notify('ui/notifications/size-changed', { width, height });
      };
      new ResizeObserver(tellSize).observe(document.body);
    },
  };
})();
`;
