import type { FormCosts } from '@quadrivium/codemode';
import type { ConnectionInfo } from '@quadrivium/kernel/client';
import { explanationOf, pageAddress } from '@quadrivium/kernel/shell';
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
  if (found.fault !== undefined) return [...failureLines(found.name, found.fault), `  ${pageOf(found)}`];
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
    ...(warnings.length === 0 ? [] : [`  ${pageOf(found)}`]),
  ];
}

function costText({ json, declarations, signatures, names }: FormCosts): string {
  return `${json} as JSON, ${declarations} as declarations, ${signatures} as signatures, ${names} as names`;
}

/** Where the documentation explains what was found. */
function pageOf({ fault, warnings }: Pick<Examination, 'fault' | 'warnings'>): string {
  if (fault !== undefined) return explanationOf(fault.kind);
  return pageAddress('cpe-doctor', warnings.length === 0 ? 'works' : 'warnings');
}

function failureLines(name: string, { kind, message, suggestion }: Fault): string[] {
  const lines = [message, ...(suggestion === undefined ? [] : [`try: ${suggestion}`])];
  return [`${name}: failed (${kind})`, ...lines.flatMap((text) => text.split('\n').map((line) => `  ${line}`))];
}

export function examinationRecord(found: Examination): object {
  const { fault, renamed = [], ...rest } = found;
  const page = pageOf(found);
  if (fault !== undefined) return { name: rest.name, ...errorRecord(fault), page };
  return { ...rest, ok: true, renamed: renamed.map(({ name, providerName }) => ({ name, providerName })), page };
}
