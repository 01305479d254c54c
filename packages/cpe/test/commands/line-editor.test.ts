import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { type LineEditor, openLineEditor } from '../../src/commands/chat/line-editor.js';

let editor: LineEditor | undefined;
afterEach(() => editor?.close());

/** An editor whose keyboard and screen are streams. */
function atKeyboard() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let bytes = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
  });
  const opened = openLineEditor({
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    history: [],
    remember: () => undefined,
    complete: async () => [[], ''],
  });
  editor = opened;
  const type = async (keys: string): Promise<void> => {
    input.write(keys);
    await tick();
  };
  return { editor: opened, type, shown: () => stripVTControlCharacters(bytes) };
}

test('a question may come while the prompt stands: the prompt is put again, with what was written', async () => {
  const { editor, type, shown } = atKeyboard();
  const line = editor.ask('› ');
  await type('hel');
  const answer = editor.ask('run it? ', 'question');
  await type('y\r');
  expect(await answer).toBe('y');
  expect(shown().trimEnd()).toMatch(/run it\? y\s+› hel$/);
  await type('lo\r');
  expect(await line).toBe('hello');
});

test('a question that is taken back leaves the prompt as it was', async () => {
  const { editor, type } = atKeyboard();
  const line = editor.ask('› ');
  await type('one\\\rtw');
  const taking = new AbortController();
  const answer = editor.ask('run it? ', 'question', taking.signal);
  await type('half an ans');
  taking.abort();
  expect(await answer).toBeUndefined();
  await type('o\r');
  expect(await line).toBe('one\ntwo');
});

test('the end of the editor answers everybody who waits', async () => {
  const { editor } = atKeyboard();
  const both = [editor.ask('› '), editor.ask('run it? ', 'question')];
  editor.close();
  expect(await Promise.all(both)).toEqual([undefined, undefined]);
});
