/** Pages that tools of other servers bring along (MCP Apps), through the gateway. */
import { appMimeType, defineResource } from '@quadrivium/kernel';
import { expect, test } from 'vitest';
import { governed, serverOf, tool } from './governed.js';

const csp = { connectDomains: ['https://tiles.example.com'] };

/** A server with a clock, its page, and a tool that only the page may call; and another whose page has the same address. */
function clockServer(text: string) {
  const ui = { resourceUri: 'ui://clock/app.html' };
  const page = defineResource({
    uriTemplate: 'ui://clock/app.html',
    name: 'clock',
    description: 'A clock.',
    mimeType: appMimeType,
    meta: { ui: { csp } },
    read: () => text,
  });
  const operations = [
    tool('time', () => ({ now: 'noon' }), { meta: { ui } }),
    tool('tick', () => ({ ticked: true }), { meta: { ui: { ...ui, visibility: ['app'] } } }),
    tool('plain', () => ({ plain: true })),
  ];
  return serverOf(operations, { resources: [page] });
}

test('each server’s page has an address of its own, comes as it is, and is read by nobody from elsewhere', async () => {
  const [one, other] = await Promise.all([clockServer('<p>one</p>'), clockServer('<p>other</p>')]);
  const { as } = await governed({ one: one.url, other: other.url });
  const agent = await as('bot');
  const { tools } = await agent.tools();
  const uiOf = (name: string) => tools.find((each) => each.name === name)?._meta?.ui as { resourceUri: string };
  expect(uiOf('one__time').resourceUri).not.toBe(uiOf('other__time').resourceUri);
  for (const [server, text] of [
    ['one', '<p>one</p>'],
    ['other', '<p>other</p>'],
  ] as const) {
    const uri = uiOf(`${server}__time`).resourceUri;
    const { contents } = await agent.readResource(uri);
    expect(contents).toEqual([{ uri, mimeType: appMimeType, text, _meta: { ui: { csp } } }]);
  }
  expect(uiOf('one__plain')).toBeUndefined();
  await expect(agent.readResource('ui://elsewhere/clock')).rejects.toThrow(/no page "ui:\/\/elsewhere\/clock"/);
  // Only pages: nothing else of a server is read through the gateway.
  await expect(agent.readResource('file:///etc/passwd')).rejects.toThrow();
});

test('a listing says which tool stands behind a name, and programs are not given tools of pages', async () => {
  const { url } = await clockServer('<p>one</p>');
  const { as } = await governed({ one: url });
  const { tools } = await (await as('bot')).tools();
  const tick = tools.find(({ name }) => name === 'one__tick');
  expect(tick?._meta).toMatchObject({
    'portarium/tool': { server: 'one', tool: 'tick' },
    ui: { visibility: ['app'] },
  });
  const programs = tools.find(({ name }) => name === 'run_program');
  expect(programs?.description).toContain('tools.one.time');
  expect(programs?.description).not.toContain('tools.one.tick');
});
