import { type ElicitRequest, ProtocolError } from '@modelcontextprotocol/client';
import { isObject } from '../../essentials/is-object.js';
import type { ServerRequestHandlers } from '../config/options.js';

/** The answer of a server (2025-11-25) that does what was asked only after the person has visited pages. */
const URL_ELICITATION_REQUIRED = -32_042;
const MOST_PAGES = 10;

/** Puts the pages that a server wants visited to the person; true when all were, so that the request may be sent again. */
export async function hasVisited(
  error: unknown,
  { elicitation }: ServerRequestHandlers,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const pages = pagesIn(error);
  if (pages.length === 0 || elicitation === undefined) return false;
  for (const page of pages) {
    const { action } = await elicitation(page, signal);
    if (action !== 'accept' || signal.aborted) return false;
  }
  return true;
}

function pagesIn(error: unknown): ElicitRequest['params'][] {
  if (!(error instanceof ProtocolError) || error.code !== URL_ELICITATION_REQUIRED) return [];
  const { elicitations } = isObject(error.data) ? error.data : {};
  const pages = Array.isArray(elicitations) ? elicitations.filter(isPage) : [];
  return pages.length > MOST_PAGES ? [] : pages;
}

function isPage(value: unknown): value is ElicitRequest['params'] {
  const texts = isObject(value) ? [value.message, value.url, value.elicitationId] : [undefined];
  return isObject(value) && value.mode === 'url' && texts.every((text) => typeof text === 'string');
}
