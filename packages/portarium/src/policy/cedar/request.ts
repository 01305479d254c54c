/** A call in the words of Cedar. Who: an agent or a person, in their roles. What: the tool, in its server. How: the context. */
import type { CallFacts } from '../evaluate.js';

/** Values that Cedar cannot hold make the call one that cannot be judged, and so refused. */
class Unspeakable extends Error {}

const uid = (type: string, id: string) => ({ type, id });

export function cedarRequest(call: CallFacts, seesArguments: boolean) {
  const { server, tool, roles, agentId } = call;
  const name = `${server}/${tool}`;
  const principal = agentId === undefined ? uid('Person', 'somebody') : uid('Agent', agentId);
  const action = uid('Action', name);
  const resource = uid('Tool', name);
  const entity = (it: typeof action, parents: readonly (typeof action)[], attrs = {}) => ({
    uid: it,
    attrs,
    parents: [...parents],
  });
  return {
    principal,
    action,
    resource,
    context: { ...circumstances(call), arguments: seesArguments ? recordOf(call.arguments ?? {}, 'arguments') : {} },
    entities: [
      entity(
        principal,
        roles.map((role) => uid('Role', role)),
      ),
      entity(action, [uid('Action', 'call')]),
      entity(resource, [uid('Server', server)], { class: call.class }),
    ],
  };
}

function circumstances({ tier, environment, workflowId, proposed, reviewed, at }: CallFacts) {
  const hourUtc = new Date(at).getUTCHours();
  return { tier, environment, workflow: workflowId, proposed, reviewed: reviewed !== false, hourUtc };
}

type CedarValue = string | number | boolean | CedarValue[] | { [name: string]: CedarValue };

function cedarValue(value: unknown, path: string): CedarValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberOf(value, path);
  if (Array.isArray(value)) return value.map((item, i) => cedarValue(item, `${path}[${i}]`));
  if (typeof value === 'object' && value !== null) return recordOf(value, path);
  throw new Unspeakable(`${path} is ${value === null ? 'null' : typeof value}`);
}

/** What is null is not there. Names with which Cedar marks its own types are not for whoever sends arguments. */
function recordOf(value: unknown, path: string): Record<string, CedarValue> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unspeakable(`${path} is no object`);
  const entries = Object.entries(value).filter(([, it]) => it !== null && it !== undefined);
  const marked = entries.find(([name]) => name.startsWith('__'));
  if (marked !== undefined) throw new Unspeakable(`${path}.${marked[0]} has a name that Cedar keeps for itself`);
  return Object.fromEntries(entries.map(([name, it]) => [name, cedarValue(it, `${path}.${name}`)]));
}

/** Whole numbers are Cedar's Long, others its decimal, which has four places and rounds nothing. */
function numberOf(value: number, path: string): CedarValue {
  if (Number.isSafeInteger(value)) return value;
  const text = value.toFixed(4);
  if (!Number.isFinite(value) || Number(text) !== value || Math.abs(value) > 9e14)
    throw new Unspeakable(`${path} has more digits than a decimal of Cedar`);
  return { __extn: { fn: 'decimal', arg: text } };
}
