/**
 * A line editor that stays open while work goes on. The terminal is in raw mode all the time, so Ctrl-C is a key here and
 * never a signal; what is typed during work is not echoed into its output, and stands in the next line.
 */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';

export interface EditorWishes {
  /** The latest first. */
  readonly history: readonly string[];
  /** Told of every line that was entered as a prompt. */
  readonly remember: (line: string) => void;
  /** Words that can follow the text before the cursor, and the part of the text they stand for. */
  readonly complete: (text: string) => Promise<readonly [readonly string[], string]>;
}

export interface EditorSetup extends EditorWishes {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

export interface LineEditor {
  /** The next line that the user enters; undefined when there will be none, or when the signal takes the question back. */
  ask(prompt: string, kind?: 'prompt' | 'question', signal?: AbortSignal): Promise<string | undefined>;
  /** Text from elsewhere, which must not destroy the line that is being written. */
  print(text: string): void;
  /** Called for Ctrl-C, with what stood in the line. */
  onInterrupt: (line: string) => void;
  close(): void;
}

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';
const CONTINUED = '… ';
const CLEAR_LINE = '\r\u001b[0J';

export function openLineEditor(setup: EditorSetup): LineEditor {
  return new TerminalEditor(setup);
}

interface Waiter {
  readonly prompt: string;
  readonly answer: (line: string | undefined) => void;
  /** What stood in the line, and in those before it, when somebody else came first. */
  aside: { readonly line: string; readonly pasted: string[] };
}

class TerminalEditor implements LineEditor {
  readonly #output: NodeJS.WriteStream;
  readonly #lines: Interface;
  readonly #echo: Echo;
  /** Lines that were entered while nobody asked. */
  readonly #ahead: string[] = [];
  readonly #history: string[];
  readonly #remember: (line: string) => void;
  /** Whoever waits for a line, the last before all others: a question may come while the prompt stands. */
  readonly #waiters: Waiter[] = [];
  #pasting = false;
  #pasted: string[] = [];
  #isClosed = false;
  onInterrupt: LineEditor['onInterrupt'] = () => this.close();

  constructor({ input, output, history, remember, complete }: EditorSetup) {
    this.#remember = remember;
    this.#output = output;
    this.#echo = new Echo(output);
    this.#history = [...history];
    this.#lines = createInterface({
      input,
      output: this.#echo,
      terminal: true,
      history: [...history],
      historySize: 1000,
      removeHistoryDuplicates: true,
      completer: (text: string, done: (error: null, found: [string[], string]) => void) =>
        void complete(text).then(([words, part]) => done(null, [[...words], part])),
    });
    this.#echo.onResize = () => this.#drawnRows(this.#lines.getCursorPos().rows);
    insertWhereTheCursorIs(this.#lines, () => this.#pasting);
    input.on('keypress', this.#onKey);
    this.#lines.on('line', (line) => this.#entered(line));
    this.#lines.on('SIGINT', () => this.#interrupted());
    this.#lines.on('close', () => this.#ended());
    output.write(PASTE_ON);
  }

  async ask(prompt: string, kind: 'prompt' | 'question' = 'prompt', signal?: AbortSignal): Promise<string | undefined> {
    if (this.#isClosed || signal?.aborted) return undefined;
    const early = kind === 'prompt' ? this.#ahead.shift() : undefined;
    if (early !== undefined) this.#output.write(`${prompt}${early}\n`);
    return this.#remembered(early ?? (await this.#next(prompt, signal)), kind);
  }

  print(text: string): void {
    if (this.#waiters.length === 0) {
      this.#output.write(text);
      return;
    }
    this.#erase();
    this.#output.write(text);
    this.#draw();
  }

  close(): void {
    this.#lines.close();
  }

  #next(prompt: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    return new Promise((resolve) => {
      const takeBack = (): void => this.#settle(waiter, undefined, '\n');
      const answer = (line: string | undefined): void => {
        signal?.removeEventListener('abort', takeBack);
        resolve(line);
      };
      const waiter: Waiter = { prompt, answer, aside: { line: '', pasted: [] } };
      signal?.addEventListener('abort', takeBack, { once: true });
      this.#setAside(this.#waiters.at(-1));
      this.#waiters.push(waiter);
      this.#show(prompt);
    });
  }

  #show(prompt: string): void {
    this.#echo.isOn = true;
    this.#lines.setPrompt(this.#pasted.length > 0 ? CONTINUED : prompt);
    this.#draw();
  }

  /** Takes the line off the screen, all rows of it. */
  #erase(): void {
    const { rows } = this.#lines.getCursorPos();
    this.#output.write(`${rows > 0 ? `\u001b[${rows}A` : ''}${CLEAR_LINE}`);
  }

  /** Draws the line where the cursor is now. */
  #draw(): void {
    this.#drawnRows(0);
    this.#lines.prompt(true);
  }

  /**
   * Node goes up as many rows as the line had above the cursor when it was drawn last, which is wrong after others have written,
   * and in a terminal that has another width now and has laid out the line anew.
   */
  #drawnRows(rows: number): void {
    (this.#lines as Interface & { prevRows: number }).prevRows = rows;
  }

  /** Half a line that was meant for the prompt must not become the answer to a question. */
  #setAside(waiter: Waiter | undefined): void {
    if (waiter === undefined) return;
    waiter.aside = { line: this.#lines.line, pasted: this.#pasted };
    this.#pasted = [];
    this.#echo.isOn = false;
    this.#erase();
    this.#clearLine();
  }

  #putBack({ prompt, aside }: Waiter): void {
    this.#echo.isOn = false;
    this.#clearLine();
    this.#pasted = aside.pasted;
    if (aside.line !== '') this.#lines.write(aside.line);
    this.#show(prompt);
  }

  #clearLine(): void {
    if (this.#lines.line === '') return;
    this.#lines.write(null, { ctrl: true, name: 'e' });
    this.#lines.write(null, { ctrl: true, name: 'u' });
  }

  /** What is pasted is one text, however many lines it has; the Enter key sends it. A backslash at the end goes on. */
  #entered(line: string): void {
    if (this.#pasting || line.endsWith('\\')) {
      this.#pasted.push(this.#pasting ? line : line.slice(0, -1));
      if (this.#waiters.length > 0) this.#show(CONTINUED);
      return;
    }
    const text = [...this.#pasted, line].join('\n');
    this.#pasted = [];
    const waiter = this.#waiters.at(-1);
    if (waiter === undefined) this.#ahead.push(text);
    else this.#settle(waiter, text);
  }

  #settle(waiter: Waiter, text: string | undefined, ending = ''): void {
    const at = this.#waiters.indexOf(waiter);
    if (at < 0) return;
    const wasShown = at === this.#waiters.length - 1;
    this.#waiters.splice(at, 1);
    const before = this.#waiters.at(-1);
    if (wasShown) this.#output.write(ending);
    if (wasShown && before !== undefined) this.#putBack(before);
    this.#echo.isOn = before !== undefined;
    waiter.answer(text);
  }

  /** The editor's own memory has every line; answers to questions and half a text are none that anybody looks for. */
  #remembered(text: string | undefined, kind: 'prompt' | 'question'): string | undefined {
    if (kind === 'prompt' && text !== undefined && text.trim() !== '' && text !== this.#history[0]) {
      this.#history.unshift(text);
      this.#remember(text);
    }
    (this.#lines as Interface & { history: string[] }).history = this.#history.map((each) =>
      each.replaceAll('\n', ' '),
    );
    return text;
  }

  #interrupted(): void {
    const { line } = this.#lines;
    const whole = [...this.#pasted, line].join('\n');
    this.#pasted = [];
    this.#ahead.length = 0;
    this.#clearLine();
    this.onInterrupt(whole);
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#output.write(PASTE_OFF);
    if (this.#waiters.length > 0) this.#output.write('\n');
    this.#echo.isOn = false;
    for (const { answer } of this.#waiters.splice(0)) answer(undefined);
  }

  readonly #onKey = (_: string | undefined, key: { readonly name?: string } | undefined): void => {
    if (key?.name === 'paste-start') this.#pasting = true;
    if (key?.name === 'paste-end') this.#pasting = false;
  };
}

/**
 * Node adds keys that come together to the end of the line, wherever the cursor is, and calls that a line without completion.
 * At the end that is right, and keeps a tab that is pasted from completing anything.
 */
function insertWhereTheCursorIs(lines: Interface, isPasting: () => boolean): void {
  Object.defineProperty(lines, 'isCompletionEnabled', {
    get: () => !isPasting() || lines.cursor < lines.line.length,
    set: () => undefined,
  });
}

/** Passes on what the editor draws, unless somebody else is writing. */
class Echo extends Writable {
  isOn = false;
  readonly #output: NodeJS.WriteStream;

  constructor(output: NodeJS.WriteStream) {
    super({ decodeStrings: false });
    this.#output = output;
    output.on('resize', () => {
      this.onResize();
      this.emit('resize');
    });
  }

  /** Before the line is drawn anew. */
  onResize: () => void = () => undefined;

  get columns(): number {
    return this.#output.columns;
  }

  override _write(chunk: string | Buffer, _: BufferEncoding, done: () => void): void {
    if (this.isOn) this.#output.write(chunk);
    done();
  }
}
