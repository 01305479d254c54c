import type { Agent } from '../domain/agent.js';
import { globMatches } from './match-rule.js';

/** Why an agent may not cause this call, whether it proposes it itself or a run that it started comes to it. */
export type AgentObjection =
  | { readonly is: 'quarantined'; readonly message: string }
  | { readonly is: 'not-allowed'; readonly message: string };

export function quarantineOf({ agentId, quarantine }: Agent): AgentObjection | undefined {
  if (quarantine === undefined) return undefined;
  return { is: 'quarantined', message: `agent "${agentId}" is in quarantine: ${quarantine.reason}` };
}

/** No list means every tool; entries are names of tools, or `server/tool`, and `*` stands for any text. */
export function objectionTo(
  agent: Agent,
  { server, tool }: { readonly server: string; readonly tool: string },
): AgentObjection | undefined {
  const { agentId, allowedTools } = agent;
  const allowed =
    allowedTools.length === 0 ||
    allowedTools.some((entry) => globMatches(entry, tool) || globMatches(entry, `${server}/${tool}`));
  if (allowed) return quarantineOf(agent);
  return { is: 'not-allowed', message: `Agent "${agentId}" may not use "${tool}", nor cause it to be used.` };
}
