/** What there is little of: asked for once, kept for a while and looked through here, because letters come faster than answers. */
import type {
  PolicyView as Policy,
  PrincipalView as Principal,
  ScheduleView as Schedule,
} from '@quadrivium/portarium/answers';
import { link } from '../../state/route.js';
import { inWorkspace, may, session } from '../../state/session.js';
import { listTools } from '../../wire/mcp.js';
import { career } from '../../wire/operations.js';
import { ask } from '../../wire/rest.js';
import { nameOf } from '../career/person.js';
import { studyNames } from '../studies/study-data.js';
import { servers, spokenName } from '../tools/offered.js';
import { closestFirst, type Found, fits, most, type Source } from './found.js';

const keptMs = 20_000;

/** Whoever may not see them finds none, and is not told that nobody answered. */
function keptSource(name: string, load: () => Promise<readonly Found[]>, permission?: string): Source {
  let kept: { readonly since: number; readonly whose: unknown; readonly all: Promise<readonly Found[]> } | undefined;
  const all = (): Promise<readonly Found[]> => {
    if (kept !== undefined && kept.whose === session.value && Date.now() - kept.since <= keptMs) return kept.all;
    const asked = { since: Date.now(), whose: session.value, all: load() };
    kept = asked;
    asked.all.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.all;
  };
  return {
    name,
    async find(words) {
      if (permission !== undefined && !may(permission)) return [];
      const fitting = (await all()).filter(({ title, detail = '' }) => fits(words, title, detail));
      return closestFirst(words, fitting).slice(0, most);
    },
  };
}

async function itemsOf<Item>(path: string): Promise<readonly Item[]> {
  return (await ask<{ items: readonly Item[] }>(inWorkspace(path))).items;
}

const studies = keptSource('the studies', async () =>
  (await studyNames()).map((name) => ({ group: 'Studies', title: name, href: link('studies', name) })),
);

const policies = keptSource(
  'the policies',
  async () => {
    const names = new Map((await itemsOf<Policy>('/policies')).map(({ policyId, body }) => [policyId, body.name]));
    return [...names].map(([id, title]) => ({ group: 'Policies', title, detail: id, href: link('policies', id) }));
  },
  'policy:read',
);

const schedules = keptSource(
  'the schedules',
  async () =>
    (await itemsOf<Schedule>('/schedules')).map(({ scheduleId, workflowId }) => ({
      ...{ group: 'Schedules', title: scheduleId, detail: workflowId, href: link('schedules') },
    })),
  'workflow:read',
);

const people = keptSource(
  'the people',
  async () =>
    (await itemsOf<Principal>('/users')).map(({ principalId, displayName, roles }) => ({
      ...{
        group: 'People',
        title: displayName,
        detail: [...(displayName === principalId ? [] : [principalId]), ...roles].join(', '),
        href: link('people'),
      },
    })),
  'agent:read',
);

const contacts = keptSource('the contacts', async () =>
  (await career('list_contacts', {})).contacts.map(({ name, org = '' }) => ({
    ...{ group: 'Contacts', title: name, detail: org, href: link('career', 'outreach') },
  })),
);

const seekers = keptSource('the job searches', async () =>
  (await career('list_profiles', {})).profiles.map((known) => ({
    ...{ group: 'Job searches', title: nameOf(known), detail: known.profile.headline ?? '' },
    href: `${link('career', 'claims')}?person=${encodeURIComponent(known.profile.profile_id)}`,
  })),
);

const tools = keptSource('the tools', async () => {
  const lists = await Promise.all(
    servers().map(async (server) =>
      (await listTools(server)).map((tool) => ({
        ...{ group: 'Tools', title: tool.title ?? tool.name, detail: spokenName(server, tool) },
        href: link('tools', server, tool.name),
      })),
    ),
  );
  return lists.flat();
});

export const keptSources = { studies, policies, schedules, people, contacts, seekers, tools };
