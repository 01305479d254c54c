import { expect, test } from 'vitest';
import { serversNamed } from '../src/program/servers-named.js';

const servers = ['fs', 'my-web', 'db'];

test.each<[string, readonly string[] | undefined]>([
  ['return await tools.fs.read({ path: "a" });', ['fs']],
  ['return await tools.my_web.get({}) + await tools?.db.count();', ['my-web', 'db']],
  ["return await tools['my-web'].get({});", ['my-web']],
  ['return 1 + 1;', []],
  ['const tool = 1; const mytools = { fs: 2 }; return mytools;', []],
  ['return await tools.read({ path: "a" });', undefined],
  ['const { fs } = tools; return fs.read({});', undefined],
  ['const t = tools; return t.fs.read({});', undefined],
  ['return tools[name].read({});', undefined],
  ['return Object.keys(tools);', undefined],
  ['return globalThis["to" + "ols"].fs.read({});', undefined],
  ['return await search("files");', undefined],
  ['return eval("to" + "ols");', undefined],
  ['return other.tools.fs;', undefined],
])('%s may call %j', (code, expected) => {
  expect(serversNamed(code, servers)).toEqual(expected);
});
