/** What an event means for a notice at this moment: a letter, or nothing because it is not theirs or no longer so. */
import { own } from '@quadrivium/kernel/essentials';
import type { Approval } from '../../domain/approval.js';
import { decidingRoles } from '../../domain/approval.js';
import type { CloudEvent } from '../../domain/event.js';
import { idOf } from '../../domain/ids.js';
import type { Notice, NoticeTopic } from '../../domain/notice.js';
import { type Principal, permits } from '../../domain/principal.js';
import type { Collections } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import { objectionTo } from '../approvals/may-decide.js';
import { shownCalls } from '../approvals/shown-calls.js';
import { type Deps, identified } from '../deps.js';
import { type Letter, letterCalls, oneLine, paragraphs } from './letter.js';

type Masks = Pick<Deps, 'redact' | 'maskSecrets'>;

export interface LetterSettings extends Masks {
  /** The address of the console, without a slash at its end. */
  readonly consoleUrl?: string | undefined;
}

const topics: Readonly<Record<string, NoticeTopic>> = {
  'com.portarium.approval.ApprovalRequested': 'approval',
  'com.portarium.approval.ApprovalEscalated': 'approval',
  'com.portarium.run.RunFailed': 'failure',
  'com.portarium.workItem.WorkItemTransitioned': 'work',
};

/** What each is about, where its events say it. */
const subjects: Readonly<Record<NoticeTopic, string>> = {
  approval: 'approvalId',
  failure: 'runId',
  work: 'workItemId',
};

export const aboutOf = (event: CloudEvent): string | undefined => {
  const topic = topicOf(event);
  return topic === undefined ? undefined : String(event.data[subjects[topic]]);
};

export const topicOf = ({ type }: CloudEvent): NoticeTopic | undefined => own(topics, type);

export async function letterFor(
  settings: LetterSettings,
  tables: Collections,
  notice: Notice,
  event: CloudEvent,
): Promise<Letter | undefined> {
  const topic = topicOf(event);
  if (topic === undefined) return undefined;
  const reader = notice.principalId === undefined ? 'anybody' : await tables.principals.get(idOf(notice.principalId));
  if (reader === undefined || (reader !== 'anybody' && !reader.active)) return undefined;
  const letter = await { approval: approvalLetter, failure: failureLetter, work: workLetter }[topic](
    { settings, tables, notice, reader },
    event,
  );
  return letter && { ...letter, id: `${event.id}.${notice.noticeId}`, topic };
}

interface Writing {
  readonly settings: LetterSettings;
  readonly tables: Collections;
  readonly notice: Notice;
  readonly reader: Principal | 'anybody';
}

type Draft = Omit<Letter, 'id' | 'topic'>;

async function approvalLetter(writing: Writing, { type, data }: CloudEvent): Promise<Draft | undefined> {
  const { settings, tables } = writing;
  const approval = await tables.approvals.get(idOf(String(data.approvalId)));
  if (approval?.status !== 'Pending' || !(await isFor(writing, approval))) return undefined;
  const plan = await tables.plans.get(approval.planId);
  const { approvalId, runId, planDigest, requestedBy, requestedFor, requestedAt, expiresAt } = approval;
  const { prompt, reason } = settings.redact({ prompt: approval.prompt, reason: approval.reason });
  const isOverdue = type.endsWith('ApprovalEscalated');
  const calls = shownCalls(settings, plan?.calls ?? [], false);
  const masked = calls.reduce((sum, call) => sum + (call.masked?.length ?? 0), 0);
  return {
    about: approvalId,
    subject: oneLine(`${isOverdue ? 'Overdue approval' : 'Approval'}: ${prompt}`),
    words: paragraphs(prompt),
    facts: [
      ['Approval', approvalId],
      ['Run', runId],
      ['Asked by', oneLine(requestedBy === requestedFor ? requestedBy : `${requestedBy} for ${requestedFor}`)],
      ['Why it is asked', oneLine(reason, 500)],
      ['Asked at', isoTime(requestedAt)],
      ['Expires at', isoTime(expiresAt)],
      ['Digest of the plan', planDigest],
      ...(masked === 0 ? [] : [['Masked', `${masked} values that look like secrets`] as const]),
    ],
    ...letterCalls(calls as never),
    link: linkTo(settings, 'approvals', approvalId, `portarium approve show ${approvalId}`),
  };
}

async function isFor({ tables, notice, reader }: Writing, approval: Approval): Promise<boolean> {
  const deciding = decidingRoles(approval);
  if (notice.roles.length > 0 && deciding.length > 0 && !deciding.some((role) => notice.roles.includes(role)))
    return false;
  if (reader === 'anybody') return true;
  if (!permits(reader, 'approval:decide')) return false;
  return (await objectionTo(tables, approval, await identified(tables, reader), undefined)) === undefined;
}

async function failureLetter(writing: Writing, { data }: CloudEvent): Promise<Draft | undefined> {
  const { settings, tables, reader } = writing;
  const run = await tables.runs.get(idOf(String(data.runId)));
  if (run === undefined || (reader !== 'anybody' && !permits(reader, 'run:read'))) return undefined;
  const { runId, workflowId, initiatedBy } = run;
  const { kind = 'unknown', message = '' } = settings.redact(run.failure ?? {}) as { kind?: string; message?: string };
  return {
    about: runId,
    subject: oneLine(`Run failed: ${workflowId}`),
    words: paragraphs(message),
    facts: [
      ['Run', runId],
      ['Workflow', oneLine(workflowId)],
      ['Started by', oneLine(initiatedBy)],
      ['Failure', oneLine(kind)],
    ],
    calls: [],
    furtherCalls: 0,
    link: linkTo(settings, 'runs', runId, `portarium run show ${runId}`),
  };
}

async function workLetter(writing: Writing, { data }: CloudEvent): Promise<Draft | undefined> {
  const { settings, tables, reader, notice } = writing;
  const item = await tables.workItems.get(idOf(String(data.workItemId)));
  if (data.status !== 'Open' || item?.status !== 'Open') return undefined;
  const isTheirs = reader === 'anybody' || permits(reader, 'work-item:read');
  if (!isTheirs || (item.owner !== undefined && notice.principalId !== undefined && item.owner !== notice.principalId))
    return undefined;
  const { workItemId, kind, runId } = item;
  const { title, instructions = '' } = settings.redact({ title: item.title, instructions: item.instructions });
  return {
    about: workItemId,
    subject: oneLine(`To do: ${title}`),
    words: paragraphs(`${title}\n${instructions}`.trim()),
    facts: [
      ['Work item', workItemId],
      ['Kind', oneLine(kind)],
      ...(runId === undefined ? [] : [['Run', runId] as const]),
    ],
    calls: [],
    furtherCalls: 0,
    link: linkTo(settings, 'work-items', workItemId, `portarium work-item show ${workItemId}`),
  };
}

function linkTo({ consoleUrl }: LetterSettings, page: string, id: string, command: string): Letter['link'] {
  return consoleUrl === undefined ? { command } : { url: `${consoleUrl}/#/${page}/${encodeURIComponent(id)}` };
}
