/** The schema of Cedar that the tools of other servers give: one action for each, its arguments in the context. */
import { isObject } from '@quadrivium/kernel/essentials';
import { toolClasses } from '../../domain/tool-class.js';
import { askCedar } from './cedar.js';

export interface OfferedTool {
  readonly server: string;
  readonly tool: string;
  readonly inputSchema?: unknown;
}

type Type = Readonly<Record<string, unknown>>;

const text: Type = { type: 'String' };
const long: Type = { type: 'Long' };
const truth: Type = { type: 'Boolean' };
/** What lies deeper is not worth a policy. */
const deepest = 6;

export function cedarSchema(tools: readonly OfferedTool[]) {
  const call = { appliesTo: { principalTypes: ['Agent', 'Person'], resourceTypes: ['Tool'] } };
  const context = { tier: text, environment: text, workflow: text, proposed: truth, reviewed: truth, hourUtc: long };
  const actions = tools.map(({ server, tool, inputSchema }) => {
    const args = recordFrom(inputSchema, 0) ?? { type: 'Record', attributes: {} };
    const attributes = { ...context, arguments: args };
    const appliesTo = { ...call.appliesTo, context: { type: 'Record', attributes } };
    return [`${server}/${tool}`, { memberOf: [{ id: 'call' }], appliesTo }] as const;
  });
  return {
    '': {
      entityTypes: {
        Role: {},
        Server: {},
        Agent: { memberOfTypes: ['Role'] },
        Person: { memberOfTypes: ['Role'] },
        Tool: { memberOfTypes: ['Server'], shape: { type: 'Record', attributes: { class: text } } },
      },
      actions: { call: {}, ...Object.fromEntries(actions) },
    },
  };
}

/** As people read and editors check it. */
export function schemaText(tools: readonly OfferedTool[]): string {
  const made = askCedar((cedar) => cedar.schemaToText(cedarSchema(tools) as never));
  if (made.type === 'failure') throw new Error(made.errors.map(({ message }) => message).join('; '));
  return `// Tool has a class: ${toolClasses.join(', ')}.\n${made.text.replaceAll('__cedar::', '')}`;
}

function typeFrom(schema: unknown, depth: number): Type | undefined {
  if (!isObject(schema) || depth > deepest) return undefined;
  const { type, items } = schema;
  if (type === 'string') return text;
  if (type === 'integer' || type === 'number') return long;
  if (type === 'boolean') return truth;
  const element = type === 'array' ? typeFrom(items, depth + 1) : undefined;
  if (element !== undefined) return { type: 'Set', element };
  return type === 'object' ? recordFrom(schema, depth + 1) : undefined;
}

/** Arguments whose type has no counterpart are left out: a policy cannot ask for them. */
function recordFrom(schema: unknown, depth: number): Type | undefined {
  if (!isObject(schema)) return undefined;
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  const attributes = Object.entries(properties).flatMap(([name, value]) => {
    const type = name.startsWith('__') ? undefined : typeFrom(value, depth);
    return type === undefined ? [] : [[name, { ...type, required: required.includes(name) }] as const];
  });
  return { type: 'Record', attributes: Object.fromEntries(attributes) };
}

/** What Cedar's own check finds against this schema: misspelt tools, arguments of another type, statements that never apply. */
export function schemaFindings(policy: string, tools: readonly OfferedTool[]): readonly string[] {
  const question = { schema: cedarSchema(tools) as never, policies: { staticPolicies: policy } };
  try {
    const answer = askCedar((cedar) => cedar.validate(question));
    if (answer.type === 'failure') return answer.errors.map(({ message }) => message);
    return [...answer.validationErrors, ...answer.validationWarnings].map(({ error }) => error.message);
  } catch (error) {
    return [(error as Error).message];
  }
}
