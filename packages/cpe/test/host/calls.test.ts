import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { providerNames } from '../../src/host/provider-names.js';
import type { Progress } from '../../src/host/tool-host.js';
import {
  expectNoneLeft,
  freshFolder,
  misbehaving,
  newMark,
  open,
  serve,
  textOf,
  tool,
  toolbox,
  unlisted,
} from './servers.js';

test.each([
  ['left out', { url: 'a' }, { url: 'a', wait: 'load', view: { width: 800 } }],
  ['given', { url: 'a', wait: 'idle', view: { width: 1 } }, { url: 'a', wait: 'idle', view: { width: 1 } }],
])('fields that are required and have a default can be %s', async (_, args, sent) => {
  const host = await open({ box: toolbox({}, 'navigate') });
  expect(JSON.parse(textOf(await host.call(tool(host, 'navigate'), args)))).toEqual(sent);
});

test('what has no default is still asked for', async () => {
  const host = await open({ box: toolbox({}, 'navigate') });
  expect(textOf(await host.call(tool(host, 'navigate'), {}))).toContain('url is required');
});

describe('content of a result', () => {
  test('of every kind reaches the model, in its order', async () => {
    const host = await open({ s: toolbox({}, 'picture') });
    expect((await host.call(tool(host, 'picture'), {})).content).toEqual([
      { type: 'text', text: 'a dot' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource', uri: 'note://1', mimeType: 'text/plain', text: 'embedded' },
    ]);
  });

  test('that is structured is told in words, unless the text has it already', async () => {
    const host = await open({ s: toolbox({}, 'structured', 'told') });
    const structured = await host.call(tool(host, 'structured'), {});
    expect(structured.structuredContent).toEqual({ answer: 42 });
    expect(textOf(structured)).toBe('see data\n{"answer":42}');
    expect(textOf(await host.call(tool(host, 'told'), {}))).toBe('line one');
  });

  test('that is missing is said', async () => {
    const host = await open({ s: toolbox({}, 'nothing') });
    expect(textOf(await host.call(tool(host, 'nothing'), {}))).toBe('[the tool returned no content]');
  });

  test('of an unknown kind is left out, and the rest is delivered', async () => {
    const host = await open({ s: misbehaving() });
    const result = await host.call(unlisted(host, 'blocks'), {});
    expect(textOf(result)).toMatch(/^before\nafter\n/);
    expect(textOf(result)).toContain('[a part of the result was left out: its type "hologram" is not known]');
    expect(result).toMatchObject({ isError: true, structuredContent: { a: 1 }, failure: { kind: 'ToolFailed' } });
  });
});

test('structured content that does not fit its schema is delivered with the rest', async () => {
  const host = await open({ s: misbehaving('typed') });
  const result = await host.call(tool(host, 'typed_wrong'), {});
  expect(result).toMatchObject({ isError: false, structuredContent: { count: 'one' } });
  expect(textOf(result)).toMatch(/^typed\n/);
});

describe('resource links', () => {
  test.each([
    [
      'as text with the way to read them unless configured otherwise',
      {},
      false,
      'here it is\nResource note (text/plain, A note): note://1\nRead it with read_resource {"server":"s","uri":"note://1"}.',
    ],
    [
      'as an error, with all that the tool said',
      { resourceLinks: 'error' },
      true,
      'Error calling MCP tool s/link: the result contains a resource link (note://1). Set resourceLinks to text or inline to take links as results.\nhere it is\nResource note (text/plain, A note): note://1\nRead it with read_resource {"server":"s","uri":"note://1"}.',
    ],
    ['with what they point to', { resourceLinks: 'inline' }, false, 'here it is\n<resource>'],
  ])('come %s', async (_, setting, isError, expected) => {
    const host = await open({ s: toolbox({}, 'link') }, {}, setting);
    const result = await host.call(tool(host, 'link'), {});
    expect({ isError: result.isError, text: textOf(result) }).toEqual({ isError, text: expected });
  });

  test('of one server can be treated differently', async () => {
    const host = await open({ s: toolbox({ resourceLinks: 'error' }, 'link') });
    expect((await host.call(tool(host, 'link'), {})).isError).toBe(true);
  });

  test('can be followed', async () => {
    const host = await open({ s: toolbox({}, 'link') });
    expect((await host.readResource('s', 'note://7')).content).toMatchObject([
      { type: 'resource', text: 'the text of note://7' },
    ]);
    expect(textOf(await host.readResource('t', 'note://7'))).toContain('no server called "t"');
  });
});

describe('a result that is too long', () => {
  test('is kept aside, and can be read piecewise', async () => {
    const host = await open({ s: toolbox({}, 'long', 'lines') }, { charLimit: 1000 });
    const result = await host.call(tool(host, 'long'), { chars: 50_000 });
    expect(result.handle).toBe('r1');
    expect(textOf(result)).toMatch(
      /^startx+\n\[50008 characters in all, .*read_result \{"id":"r1","offset":800\}\]\nx+end$/,
    );
    expect(textOf(result).length).toBeLessThan(1200);
    const piece = await host.results.read('r1', { offset: 800, limit: 100 });
    expect(piece).toEqual({ id: 'r1', text: 'x'.repeat(100), offset: 800, totalChars: 50_008, nextOffset: 900 });
    expect(await host.results.get('r1')).toBe(`start${'x'.repeat(50_000)}end`);
  });

  test('can be searched', async () => {
    const host = await open({ s: toolbox({}, 'lines') }, { charLimit: 1000 });
    const { handle = '' } = await host.call(tool(host, 'lines'), {});
    expect((await host.results.read(handle, { pattern: 'LINE 1999' })).text).toBe('2000: line 1999');
  });

  test.each(['../secret', '', 'r99', 'R1'])('has no id like %j', async (id) => {
    const host = await open({ s: toolbox({}, 'lines') });
    await expect(host.results.read(id)).rejects.toMatchObject({ kind: 'UnknownResult' });
  });

  test('of 12 MB is kept aside too, and of 100 MB refused with the reason; the connection stays and memory is spared', async () => {
    const script = fileURLToPath(new URL('../fixtures/huge-results.ts', import.meta.url));
    const args = ['--conditions=quadrivium-source', '--import', createRequire(import.meta.url).resolve('tsx'), script];
    const told = JSON.parse(execFileSync(process.execPath, [...args, freshFolder()], { encoding: 'utf8' }));
    expect(told).toMatchObject({ handle: 'r1', after: 'still here' });
    expect(told.refused).toMatch(/^Error calling MCP tool s\/huge: .*more than \d+ bytes/);
    expect(told.maxMegabytes).toBeLessThan(400);
  });
});

describe('arguments', () => {
  test.each([
    ['that lack a field', {}, 'path is required. Arguments of write_file: path, mode.'],
    [
      'with a field of another name',
      { path: 'a', mod: 'new' },
      'mod is not an argument; did you mean mode? Arguments of write_file: path, mode.',
    ],
    [
      'with a value that is not offered',
      { path: 'a', mode: 'old' },
      'mode must be one of ["new","append"]. Arguments of write_file: path, mode.',
    ],
    ['of another type', { path: 5 }, 'path must be string. Arguments of write_file: path, mode.'],
    ['that are no object', [1], 'The arguments must be a JSON object, not [1]. Arguments of write_file: path, mode.'],
  ])('%s are explained and not sent', async (_, args, expected) => {
    const host = await open({ s: toolbox({}, 'write_file') });
    const result = await host.call(tool(host, 'write_file'), args);
    expect(result).toMatchObject({ isError: true, failure: { kind: 'InvalidArguments' } });
    expect(textOf(result)).toBe(`Error calling MCP tool s/write_file: ${expected}`);
  });

  test('are not sent when they do not fit', async () => {
    const host = await open({ s: misbehaving() });
    const strict = { ...tool(host, 'echo'), inputSchema: { type: 'object', required: ['text'] } };
    await host.call(strict, {});
    expect(textOf(await host.call(tool(host, 'seen'), {})).match(/tools\/call/g)).toHaveLength(1);
  });

  test('for a schema that cannot be read are left to the server', async () => {
    const host = await open({ s: misbehaving() });
    const odd = { ...tool(host, 'echo'), inputSchema: { type: 'object', properties: { text: { $ref: '#/nowhere' } } } };
    expect(textOf(await host.call(odd, { text: 'ok' }))).toBe('ok');
  });
});

describe('a call that fails', () => {
  test('because the server says no is a result in the words of the seed', async () => {
    const host = await open({ s: misbehaving() });
    const result = await host.call(unlisted(host, 'rpc_error'), { text: 'luck' });
    expect(result).toMatchObject({ isError: true, failure: { kind: 'RpcError' } });
    expect(textOf(result)).toMatch(/^Error calling MCP tool s\/rpc_error: .*bad luck {"field":"x"}$/);
  });

  test('because the tool says so is an error with its own words', async () => {
    const host = await open({ s: toolbox({}, 'fail') });
    const result = await host.call(tool(host, 'fail'), {});
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 28 }, failure: { kind: 'ToolFailed' } });
    expect(textOf(result)).toMatch(/^the disk is full/);
  });

  test('because the server dies names its exit code and last words; the next call starts it again', async () => {
    const host = await open({ s: misbehaving() });
    const before = textOf(await host.call(unlisted(host, 'pid'), {}));
    const result = await host.call(unlisted(host, 'die'), { text: 'no memory' });
    expect(textOf(result)).toMatch(/^Error calling MCP tool s\/die: s ended .*exit code 9.*fatal: no memory/s);
    const after = textOf(await host.call(unlisted(host, 'pid'), {}));
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
  });

  test('because it takes too long is cancelled at the server, and a late answer does no harm', async () => {
    const host = await open({ s: misbehaving() });
    const result = await host.call(unlisted(host, 'slow'), { ms: 600 }, { timeoutMs: 300 });
    expect(result.failure?.kind).toBe('CallTimeout');
    expect(textOf(await host.call(tool(host, 'seen'), {}))).toContain('notifications/cancelled');
    expect(textOf(await host.call(tool(host, 'echo'), { text: 'fine' }))).toBe('fine');
  });

  test('because it takes too long says what timeout is for, to whoever raised it', async () => {
    const [raised, usual] = [await open({ s: misbehaving('', { timeout: 300 }) }), await open({ s: misbehaving() })];
    const late = await raised.call(unlisted(raised, 'hang'), {}, { timeoutMs: 200 });
    expect(textOf(late)).toContain(
      'Here timeout: 300 is for connecting; a call may be silent for 60 s unless requestT',
    );
    expect(textOf(await usual.call(unlisted(usual, 'hang'), {}, { timeoutMs: 200 }))).not.toContain('connecting');
  });

  test('because it was cancelled says so', async () => {
    const host = await open({ s: misbehaving() });
    const result = await host.call(unlisted(host, 'hang'), {}, { signal: AbortSignal.timeout(200) });
    expect(result.failure?.kind).toBe('Cancelled');
  });

  test('because the stream was cut is known at once', async () => {
    const host = await open({ s: { type: 'http', url: await serve('http'), timeout: 50 } });
    // Whoever waited for the end of its time would be told of a timeout.
    expect((await host.call(unlisted(host, 'cut'), {})).failure?.kind).toBe('StreamCut');
  });

  test('progress keeps a slow call alive, and a limit on all of it holds', async () => {
    const host = await open({ s: misbehaving('', { requestTimeout: 3 }) });
    const brief = await open({ s: misbehaving('', { maxRequestTime: 1 }) });
    const news: Progress[] = [];
    const onProgress = (each: Progress): void => void news.push(each);
    const result = await host.call(unlisted(host, 'tick'), { count: 11, ms: 300 }, { onProgress });
    expect({ text: textOf(result), news: news.length }).toEqual({ text: 'done', news: 11 });
    expect((await brief.call(unlisted(brief, 'tick'), { count: 100, ms: 200 }, { onProgress })).failure?.kind).toBe(
      'CallTimeout',
    );
  });
});

test('twenty calls at once on one session each get their own answer', async () => {
  const host = await open({ s: misbehaving() });
  const texts = Array.from({ length: 20 }, (_, index) => `call ${index}`);
  const results = await Promise.all(texts.map((text) => host.call(tool(host, 'echo'), { text })));
  expect(results.map(textOf)).toEqual(texts);
});

describe('names for providers', () => {
  test('are valid, unique and call the right tool', async () => {
    const host = await open({ s: toolbox() });
    const names = host.tools().map(({ providerName }) => providerName);
    expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    const answers = { 'dotted.name/with slash': 'dotted', 'dotted_name_with slash': 'spaced', 天気: 'sunny' };
    for (const [name, expected] of Object.entries(answers)) {
      const found = host.byProviderName(tool(host, name).providerName);
      expect(found && textOf(await host.call(found, {}))).toBe(expected);
    }
    expect(tool(host, 'read_file').providerName).toBe('read_file');
    expect(tool(host, 'dotted.name/with slash').providerName).toBe('dotted_name_with_slash');
    expect(tool(host, `${'long_'.repeat(20)}second`).providerName).toMatch(/second_[0-9a-f]{8}$/);
  });

  test('are a bijection for any tools', () => {
    const anyName = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
      fc.constantFrom('a.b', 'a_b', 'a/b', 'a b'),
    );
    const tools = fc.uniqueArray(fc.record({ server: fc.constantFrom('s', 't'), name: anyName }), {
      selector: ({ server, name }) => `${server}\0${name}`,
    });
    fc.assert(
      fc.property(tools, (list) => {
        const names = providerNames(list);
        expect(new Set(names).size).toBe(list.length);
        expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
      }),
    );
  });
});

describe('the environment of a server', () => {
  test('is inherited, then configured, then the event address', async () => {
    const env = { ...process.env, INHERITED: 'yes', BOTH: 'inherited' };
    const config = { s: toolbox({ env: { BOTH: 'configured', CPE_SUBAGENT_LOGGING_ADDRESS: 'ignored' } }, 'env') };
    const host = await open(config, { env, eventAddress: 'http://127.0.0.1:1/e' });
    const setIn = async (name: string): Promise<string> =>
      JSON.parse(textOf(await host.call(tool(host, 'env'), { name })));
    expect(await setIn('INHERITED')).toBe('yes');
    expect(await setIn('BOTH')).toBe('configured');
    expect(await setIn('CPE_SUBAGENT_LOGGING_ADDRESS')).toBe('http://127.0.0.1:1/e');
  });

  test('has the event address only when there is one and the server wants it', async () => {
    const { CPE_SUBAGENT_LOGGING_ADDRESS: _, ...env } = process.env;
    const without = await open({ s: toolbox({}, 'env') }, { env });
    const name = 'CPE_SUBAGENT_LOGGING_ADDRESS';
    expect(textOf(await without.call(tool(without, 'env'), { name }))).toBe('null');
    const optedOut = await open({ s: toolbox({ forwardEvents: false }, 'env') }, { env, eventAddress: 'http://x' });
    expect(textOf(await optedOut.call(tool(optedOut, 'env'), { name }))).toBe('null');
  });
});

test('servers learn that the client is cpe', async () => {
  const host = await open({ s: toolbox({}, 'client') });
  expect(JSON.parse(textOf(await host.call(tool(host, 'client'), {})))).toEqual({
    name: 'cpe',
    title: 'CPE',
    version: '0.1.0',
  });
});

describe('sessions', () => {
  test('live as long as the host', async () => {
    const host = await open({ s: toolbox({}, 'count') });
    expect(textOf(await host.call(tool(host, 'count'), {}))).toBe('1');
    expect(textOf(await host.call(tool(host, 'count'), {}))).toBe('2');
  });

  test('that are fresh start from a clean state, only the servers that are used, and end without a trace', async () => {
    const env = { CPE_TEST_MARK: newMark() };
    const host = await open({ s: toolbox({ env }, 'count'), t: toolbox({}, 'list_directory') });
    for (let run = 0; run < 2; run += 1) {
      const session = host.freshSession();
      expect(textOf(await session.call(tool(host, 'count'), {}))).toBe('1');
      expect(textOf(await session.call(tool(host, 'count'), {}))).toBe('2');
      await session.close();
    }
    await host.close();
    await expectNoneLeft(env.CPE_TEST_MARK);
  });
});
