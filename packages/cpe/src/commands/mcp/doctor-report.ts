import type { FormCosts } from '@quadrivium/codemode';
import type { ConnectionInfo } from '@quadrivium/kernel/client';
import type { Fault } from '../../faults.js';
import type { FilterStatistics, HostTool } from '../../host/tool-host.js';
import { errorRecord } from '../report-error.js';

/** What was found out about one server. */
export interface Examination {
  readonly name: string;
  readonly fault?: Fault;
  readonly connectMs?: number;
  readonly listMs?: number;
  readonly info?: ConnectionInfo | undefined;
  readonly filter?: FilterStatistics;
  /** Since when the cache knew its tools, of a server that is lazy. */
  readonly rememberedAt?: string;
  readonly warnings: readonly string[];
  /** Tools whose name no provider would accept. */
  readonly renamed?: readonly HostTool[];
  readonly costs?: FormCosts | undefined;
}

export function examinationLines(found: Examination): string[] {
  if (found.fault !== undefined) return failureLines(found.name, found.fault);
  const { name, connectMs = 0, listMs = 0, filter, info, rememberedAt, warnings, renamed = [], costs } = found;
  const counts = filter?.filtered === 0 ? `${filter.total} tools` : `${filter?.available} of ${filter?.total} tools`;
  return [
    `${name}: ${warnings.length === 0 ? 'ok' : `${warnings.length} warning${warnings.length === 1 ? '' : 's'}`}`,
    `  connected in ${Math.round(connectMs)} ms, listed ${counts} in ${Math.round(listMs)} ms`,
    `  ${info?.serverInfo?.name ?? 'nameless'} ${info?.serverInfo?.version ?? ''}, protocol ${info?.protocolVersion} (${info?.era})`,
    ...(rememberedAt === undefined ? [] : [`  lazy: its tools were remembered since ${rememberedAt}`]),
    ...(costs === undefined ? [] : [`  tokens: ${costText(costs)}`]),
    ...renamed.map((tool) => `  name: ${tool.name} is ${tool.providerName} for a model`),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
}

function costText({ json, declarations, signatures, names }: FormCosts): string {
  return `${json} as JSON, ${declarations} as declarations, ${signatures} as signatures, ${names} as names`;
}

function failureLines(name: string, { kind, message, suggestion }: Fault): string[] {
  const lines = [message, ...(suggestion === undefined ? [] : [`try: ${suggestion}`])];
  return [`${name}: failed (${kind})`, ...lines.flatMap((text) => text.split('\n').map((line) => `  ${line}`))];
}

export function examinationRecord({ fault, renamed = [], ...rest }: Examination): object {
  if (fault !== undefined) return { name: rest.name, ...errorRecord(fault) };
  return { ...rest, ok: true, renamed: renamed.map(({ name, providerName }) => ({ name, providerName })) };
}
