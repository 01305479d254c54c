/** A fixed set of tools as servers of files, issues and databases describe them, written for this benchmark. */
import type { HostTool, JsonObject } from '../src/host/tool-host.js';

const text = (description: string, more: object = {}): object => ({ type: 'string', description, ...more });
const count = (description: string, more: object = {}): object => ({
  type: 'integer',
  description,
  minimum: 0,
  ...more,
});
const object = (
  properties: Record<string, object>,
  required: readonly string[] = Object.keys(properties),
): JsonObject => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const path = text('Path of the file, from the root of the workspace');
const issue = text('Number or key of the issue');
const filter = {
  type: 'object',
  description: 'Conditions that rows must meet',
  properties: {
    field: text('Column name'),
    operator: { type: 'string', enum: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'like'] },
    value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
    and: { type: 'array', items: { $ref: '#/$defs/filter' }, description: 'All of these as well' },
    or: { type: 'array', items: { $ref: '#/$defs/filter' }, description: 'Or any of these' },
  },
};

type Row = readonly [name: string, description: string, input: JsonObject, output?: JsonObject];

const FILES: readonly Row[] = [
  [
    'read_file',
    'Read the text of one file. Large files can be read in part with head or tail, which cannot be combined.',
    object({ path, head: count('Only the first lines'), tail: count('Only the last lines') }, ['path']),
  ],
  [
    'write_file',
    'Create a file or replace its text entirely. Use edit_file for small changes.',
    object({ path, content: text('The whole new text') }),
  ],
  [
    'edit_file',
    'Replace exact pieces of text in a file and return a diff of what changed.',
    object(
      {
        path,
        edits: {
          type: 'array',
          minItems: 1,
          items: object({
            oldText: text('Text to look for, exactly as it stands'),
            newText: text('Text to put in its place'),
          }),
        },
        dryRun: { type: 'boolean', default: false, description: 'Only show the diff' },
      },
      ['path', 'edits'],
    ),
  ],
  [
    'list_directory',
    'List a directory with the type, the size and the time of each entry.',
    object({ path, sortBy: { type: 'string', enum: ['name', 'size', 'time'], default: 'name' } }, ['path']),
    object({
      entries: {
        type: 'array',
        items: object({
          name: text('Name'),
          kind: { type: 'string', enum: ['file', 'directory', 'link'] },
          size: count('Bytes'),
        }),
      },
    }),
  ],
  [
    'search_files',
    'Find files below a directory whose names match a pattern such as **/*.ts.',
    object(
      {
        path,
        pattern: text('Glob pattern'),
        excludePatterns: { type: 'array', items: { type: 'string' }, default: [] },
      },
      ['path', 'pattern'],
    ),
  ],
];

const ISSUES: readonly Row[] = [
  [
    'create_issue',
    'Create an issue in a project. The description may use Markdown.',
    object(
      {
        project: text('Key of the project'),
        title: text('Title', { minLength: 1, maxLength: 200 }),
        description: text('Markdown'),
        labels: { type: 'array', items: { type: 'string' } },
        priority: { type: 'string', enum: ['low', 'medium', 'high', 'urgent'], default: 'medium' },
        assignee: text('Name of the user'),
      },
      ['project', 'title'],
    ),
  ],
  [
    'update_issue',
    'Change fields of an issue; fields that are left out stay as they are.',
    object(
      {
        issue,
        title: text('New title'),
        state: { type: 'string', enum: ['open', 'in_progress', 'closed'] },
        assignee: { type: ['string', 'null'], description: 'Null takes the assignee away' },
      },
      ['issue'],
    ),
  ],
  [
    'list_issues',
    'List issues, newest first, page by page.',
    object(
      {
        project: text('Key of the project'),
        state: { type: 'string', enum: ['open', 'in_progress', 'closed', 'all'], default: 'open' },
        page: count('Page, from 1'),
        perPage: count('Issues per page', { maximum: 100, default: 30 }),
      },
      ['project'],
    ),
  ],
  ['add_comment', 'Add a comment to an issue and return its address.', object({ issue, body: text('Markdown') })],
];

const DATABASE: readonly Row[] = [
  [
    'query',
    'Run a query over one table. Conditions may be nested as deep as needed.',
    {
      ...object(
        {
          table: text('Name of the table'),
          columns: { type: 'array', items: { type: 'string' } },
          where: { $ref: '#/$defs/filter' },
          orderBy: {
            type: 'array',
            items: object({ column: { type: 'string' }, direction: { type: 'string', enum: ['asc', 'desc'] } }, [
              'column',
            ]),
          },
          limit: count('Most rows', { maximum: 10_000, default: 100 }),
        },
        ['table'],
      ),
      $defs: { filter },
    },
    object({
      rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
      total: count('Rows in all'),
    }),
  ],
  [
    'insert',
    'Insert rows and return their keys.',
    object({
      table: text('Name of the table'),
      rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
    }),
    object({ keys: { type: 'array', items: { type: 'string' } } }),
  ],
  ['describe_table', 'Columns, types, keys and indexes of a table.', object({ table: text('Name of the table') })],
];

export const BENCH_TOOLS: readonly HostTool[] = Object.entries({
  files: FILES,
  issues: ISSUES,
  database: DATABASE,
}).flatMap(([server, rows]) =>
  rows.map(([name, description, inputSchema, outputSchema]) => {
    return {
      server,
      name,
      providerName: name,
      title: undefined,
      description,
      inputSchema,
      outputSchema,
      annotations: {},
    };
  }),
);
