/** What a page needs to speak with its host by hand: `request(method, params)` resolves with the result, or rejects in the host's words. */
export const speaking = `
    const waiting = new Map();
    let last = 0;
    addEventListener('message', ({ data }) => {
      const { resolve, reject } = waiting.get(data.id) ?? {};
      if (data.error) reject?.(new Error(data.error.message)); else resolve?.(data.result);
    });
    const request = (method, params) => new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      parent.postMessage({ jsonrpc: '2.0', id: last, method, params }, '*');
    });`;
