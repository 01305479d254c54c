/** Where the search looks. Each place is asked by itself, so that one that does not answer keeps nothing back of the others. */
import type { Found as InWorkspace, Page } from '@quadrivium/portarium/answers';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { career } from '../../wire/operations.js';
import { ask } from '../../wire/rest.js';
import { ofPerson } from '../career/person.js';
import { studyNames } from '../studies/study-data.js';

export interface Found {
  readonly group: string;
  readonly title: string;
  readonly detail?: string;
  readonly href: string;
}

export interface Source {
  readonly name: string;
  find(words: string, signal: AbortSignal): Promise<readonly Found[]>;
}

/** Of each kind. */
const most = 5;

export const fits = (words: string, ...said: readonly string[]): boolean => {
  const all = said.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};

const places: Readonly<Record<InWorkspace['kind'], readonly [string, (id: string) => string]>> = {
  approval: ['Approvals', (id) => link('approvals', id)],
  run: ['Runs', (id) => link('runs', id)],
  workflow: ['Workflows', (id) => `${link('runs')}?start=${encodeURIComponent(id)}`],
  agent: ['Agents', () => link('agents')],
  'work-item': ['Work items', () => link('work-items')],
};

const workspace: Source = {
  name: 'the workspace',
  async find(words, signal) {
    const path = inWorkspace(`/search?q=${encodeURIComponent(words)}&limit=${most}`);
    const { items } = await ask<Page<InWorkspace>>(path, { signal });
    return items.map(({ kind, id, title, detail }) => {
      const [group, hrefOf] = places[kind];
      return { group, title, detail, href: hrefOf(id) };
    });
  },
};

/** Letters come faster than studies do. */
const keptMs = 20_000;
let kept: { readonly since: number; readonly names: Promise<readonly string[]> } | undefined;

function keptNames(): Promise<readonly string[]> {
  if (kept === undefined || Date.now() - kept.since > keptMs) {
    const asked = { since: Date.now(), names: studyNames() };
    kept = asked;
    asked.names.catch(() => {
      if (kept === asked) kept = undefined;
    });
  }
  return kept.names;
}

const studies: Source = {
  name: 'the studies',
  async find(words) {
    const names = (await keptNames()).filter((name) => fits(words, name));
    return names.slice(0, most).map((name) => ({ group: 'Studies', title: name, href: link('studies', name) }));
  },
};

const opportunities: Source = {
  name: 'the opportunities',
  async find(text, signal) {
    const { opportunities: found } = await career('list_opportunities', { text, limit: most }, { signal });
    return found.map(({ opportunity_id, role_title, company }) => ({
      ...{ group: 'Opportunities', title: role_title, detail: company },
      href: link('career', 'opportunity', opportunity_id),
    }));
  },
};

const claims: Source = {
  name: 'the claims',
  async find(text, signal) {
    const { atoms } = await career('list_atoms', { text, limit: most, ...ofPerson() }, { signal });
    return atoms.map(({ title, claim, verified }) => ({
      ...{ group: 'Claims', title: claim, detail: verified ? title : `${title}, not confirmed yet` },
      href: link('career', 'claims'),
    }));
  },
};

export const sources: readonly Source[] = [workspace, studies, opportunities, claims];
