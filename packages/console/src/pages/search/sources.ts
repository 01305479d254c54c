/** Where the search looks. Each place is asked by itself, so that one that does not answer keeps nothing back of the others. */
import type { Found as InWorkspace, Page } from '@quadrivium/portarium/answers';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { career } from '../../wire/operations.js';
import { ask } from '../../wire/rest.js';
import { ofPerson } from '../career/person.js';
import { most, type Source } from './found.js';
import { keptSources } from './kept-sources.js';

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
      ...{ group: 'Claims', title: claim, detail: detailOf(title === claim ? '' : title, verified) },
      href: link('career', 'claims'),
    }));
  },
};

/** Where it was, unless the claim says it itself. */
const detailOf = (place: string, verified: boolean): string =>
  [place, verified ? '' : 'not confirmed yet'].filter(Boolean).join(', ');

const { studies, policies, schedules, people, contacts, seekers, tools } = keptSources;

/** In the order in which what they find is shown. */
export const sources: readonly Source[] = [
  ...[workspace, studies, opportunities, claims],
  ...[seekers, contacts, policies, schedules, people, tools],
];
