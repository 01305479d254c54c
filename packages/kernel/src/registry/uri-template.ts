import { Fault } from '../fault.js';
import type { UriVariables } from './resource.js';

/**
 * Matches URIs against `scheme://fixed/{variable}/fixed`.
 *
 * The SDK's own template hands variables over still percent-encoded, so we match the raw string and decode exactly once.
 * A variable is one segment; callers who forget to encode a path are understood too: in a second, lenient pass the first
 * variable may contain slashes.
 */
export interface UriMatcher {
  readonly variableNames: readonly string[];
  match(uri: string, pass: 'exact' | 'lenient'): UriVariables | undefined;
}

export function uriMatcher(template: string): UriMatcher {
  const variableNames = [...template.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const literals = template.split(/\{\w+\}/).map(escapeForRegExp);
  const patterns = {
    exact: new RegExp(`^${literals.join('([^/?#]+)')}$`),
    lenient: new RegExp(`^${literals[0]}${variableNames.map((_, i) => segment(i) + literals[i + 1]).join('')}$`),
  };
  return {
    variableNames,
    match(uri, pass) {
      const found = patterns[pass].exec(uri);
      return found === null ? undefined : decodeAll(uri, variableNames, found.slice(1));
    },
  };
}

function segment(index: number): string {
  return index === 0 ? '([^?#]+)' : '([^/?#]+)';
}

function decodeAll(uri: string, names: readonly string[], raw: readonly string[]): UriVariables {
  return Object.fromEntries(names.map((name, i) => [name, decodeOnce(uri, raw[i] ?? '')]));
}

function decodeOnce(uri: string, raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new Fault('InvalidUri', `'${raw}' in the resource URI is not valid percent-encoding.`, {
      context: { uri },
      suggestion: 'Encode the value once with encodeURIComponent.',
    });
  }
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
