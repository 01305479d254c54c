/** Every object answers to "constructor" and "toString": as servers, kinds of errors and kinds of files these are names like others. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesOfObjects } from '../../../../test/support/names-of-objects.js';
import type { CliWorld } from '../../src/commands/cli-world.js';
import { classOf } from '../../src/commands/exit-codes.js';
import { showBinaries } from '../../src/commands/show-parts.js';
import { project, run } from '../commands/cli.js';
import { freshFolder, toolbox } from '../host/servers.js';

describe.each(namesOfObjects)('"%s"', (name) => {
  test('is a kind of error that nothing is known of', () => {
    expect(classOf(name)).toBe('unexpected');
  });

  test('is a kind of picture whose file ends as it says', () => {
    const folder = join(freshFolder(), 'out');
    const world = { err: () => undefined } as unknown as CliWorld;
    showBinaries([{ type: 'image', data: 'eA==', mimeType: `image/${name}` }], world, folder);
    expect(readdirSync(folder)).toEqual([`1-image.${/^[a-z]+/i.exec(name)?.[0] ?? 'bin'}`]);
  });
});

test.each(['constructor', 'toString'])('a server called "%s" is listed, and its tools are called', async (name) => {
  const folder = project({ [name]: toolbox({}, 'count') });
  expect(await run(folder, ['mcp', 'list-servers'])).toMatchObject({ code: 0, out: expect.stringContaining(name) });
  expect(await run(folder, ['run', '-'], { stdin: `return await tools.${name}.count({});` })).toMatchObject({
    code: 0,
    out: '1\n',
  });
});
