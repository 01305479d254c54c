import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { type LineEditor, openLineEditor } from '../../src/commands/chat/line-editor.js';
import { screenOf } from './screen.js';

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
  const screen = (): string[] => screenOf(bytes, output.columns);
  const resize = (columns: number): void => {
    output.columns = columns;
    output.emit('resize');
  };
  return { editor: opened, type, resize, screen, shown: () => stripVTControlCharacters(bytes) };
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

test('what comes while a line of several rows is written stands above it, and the line stays whole', async () => {
  const { editor, type, screen } = atKeyboard();
  const line = editor.ask('› ');
  const long = 'word '.repeat(40);
  await type(long);
  editor.print('note: first\n');
  await type('and more');
  editor.print('note: second\n');
  const whole = `› ${long}and more`;
  // 80 columns.
  const rows = [whole.slice(0, 80), whole.slice(80, 160), whole.slice(160)].map((row) => row.trimEnd());
  expect(screen()).toEqual(['note: first', 'note: second', ...rows]);
  await type('\r');
  expect(await line).toBe(`${long}and more`);
});

test('a question that comes while a line of several rows is written takes its place, and gives it back', async () => {
  const { editor, type, screen } = atKeyboard();
  void editor.ask('› ');
  const long = 'word '.repeat(40);
  await type(long);
  const answer = editor.ask('run it? ', 'question');
  await type('y\r');
  expect(await answer).toBe('y');
  const whole = `› ${long}`;
  expect(screen()).toEqual(
    ['run it? y', whole.slice(0, 80), whole.slice(80, 160), whole.slice(160)].map((row) => row.trimEnd()),
  );
});

test('a line that is being written survives every width of the terminal', async () => {
  const { editor, type, resize } = atKeyboard();
  const line = editor.ask('› ');
  const long = 'word '.repeat(40);
  await type(long);
  for (const columns of [40, 120, 1, 80]) resize(columns);
  await type('end\r');
  expect(await line).toBe(`${long}end`);
});
