/** The REST API as a page, from the OpenAPI document that the server itself gives at /openapi.json. */
import { openApiDocument } from '../packages/portarium/src/http/openapi.js';

interface Route {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly operationId: string;
}

export function restPage(): string {
  const { paths } = openApiDocument() as { paths: Record<string, Record<string, Route>> };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ method: method.toUpperCase(), path, ...route })),
  );
  const tags = [...new Set(rows.map(tagOf))];
  return `# REST API of portarium

<!-- Written by npm run docs. Change the operation, not this page. -->

\`portarium serve\` and \`quadrivium up\` (below \`/portarium\`) serve these routes, and their schemas as OpenAPI 3.1 at
\`/openapi.json\`. Callers prove who they are with \`Authorization: Bearer <key>\`. Refusals are problems (RFC 9457) whose \`code\` is
meant for programs. What changes something takes an \`Idempotency-Key\`: a repeated key is answered with what was answered first.

${tags
  .map((tag) =>
    section(
      tag,
      rows.filter((row) => tagOf(row) === tag),
    ),
  )
  .join('\n')}`;
}

type Row = Route & { readonly method: string; readonly path: string };

function tagOf({ tags = [] }: Route): string {
  return tags[0] ?? 'other';
}

function section(tag: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ method, path, summary = '', operationId }) => `| \`${method} ${path}\` | ${summary} | \`${operationId}\` |`,
  );
  return `## ${tag}\n\n| route | what it does | name |\n|---|---|---|\n${lines.join('\n')}\n`;
}
