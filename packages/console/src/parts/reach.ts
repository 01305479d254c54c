/** Other servers that a page of a tool says it has to reach. */
import type { McpUiResourceCsp } from '@modelcontextprotocol/ext-apps';

export interface Reach {
  /** To ask and to send to. */
  readonly connect: readonly string[];
  /** To load pictures, scripts and letters from; a picture's address can carry words away too. */
  readonly resource: readonly string[];
}

export const nowhere: Reach = { connect: [], resource: [] };

const form = /^(?:https|wss):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?$/i;

/** Names have no more characters than this; with their scheme and port. */
const longest = 270;

/** What is no address of a server over TLS, is on this machine or may be this very house, is not asked for at all. */
function isAddress(text: unknown): text is string {
  const [, some, name] = (typeof text === 'string' && text.length <= longest && form.exec(text.toLowerCase())) || [];
  if (name === undefined || /^(?:127\.[\d.]+|(?:.*\.)?localhost)$/.test(name)) return false;
  return some === undefined ? name !== location.hostname : !`.${location.hostname}`.endsWith(`.${name}`);
}

const most = 20;

export function reachOf({ connectDomains, resourceDomains }: McpUiResourceCsp): Reach {
  return { connect: addresses(connectDomains), resource: addresses(resourceDomains) };
}

const addresses = (said: unknown): readonly string[] =>
  (Array.isArray(said) ? said : []).filter(isAddress).slice(0, most);

export const placesOf = ({ connect, resource }: Reach): readonly string[] => [...new Set([...connect, ...resource])];

/** The address of the empty page whose policy lets it reach these and no others. */
export function frameFor({ connect, resource }: Reach): string {
  const query = new URLSearchParams([
    ...connect.map((each) => ['connect', each]),
    ...resource.map((each) => ['resource', each]),
  ]);
  return `/console/app-frame${query.size === 0 ? '' : `?${query}`}`;
}
