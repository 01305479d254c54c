import type { Fault } from '@quadrivium/kernel';
import { htmlText } from '@quadrivium/kernel/essentials';

/** What somebody sees whose sign-in did not work: what happened, what to try, and the way back. It loads nothing. */
export function troublePage({ message, suggestion }: Fault): {
  readonly html: string;
  readonly contentSecurityPolicy: string;
} {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not signed in · Quadrivium</title></head>
<body><main><h1>Not signed in</h1><p>${htmlText(message)}</p>
<p>${htmlText(suggestion ?? '')}</p><p><a href="/">Back to the console</a></p></main></body></html>
`;
  return {
    html,
    contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}
