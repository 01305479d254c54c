import { cpeFault } from '../../faults.js';

/**
 * A network that wants a login first, or an address that is not an interface, answers with a web page and the best of
 * statuses. The packages would find no answer in it and ask again; nothing will change before a person does something.
 */
export function refusingWebPages(model: string, plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await plain(input, init);
    if (!response.ok || !/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return response;
    await response.body?.cancel();
    const { host } = new URL(response.url === '' ? String(input) : response.url);
    throw cpeFault('ModelFailed', `Instead of an answer of ${model}, ${host} sent a web page.`, {
      context: { model, host, retry: false },
      suggestion: 'The network may want you to log in with a browser first; otherwise check base_url.',
    });
  };
}
