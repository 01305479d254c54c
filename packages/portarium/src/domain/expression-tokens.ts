export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'symbol';
  readonly text: string;
}

const symbols = ['==', '!=', '<=', '>=', '&&', '||', '<', '>', '!', '+', '-', '*', '/', '(', ')', '[', ']', '.', ','];
const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';
const isNameStart = (letter: string): boolean => /[A-Za-z_$]/.test(letter);

/** Read letter by letter: a pattern over text from a stranger could be made to take its time. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const letter = text[at] as string;
    if (/\s/.test(letter)) {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, tokens.at(-1));
    tokens.push(token.token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, at: number, before: Token | undefined): { token: Token; end: number } {
  const letter = text[at] as string;
  if (letter === '"' || letter === "'") return quoted(text, at);
  if (isDigit(letter))
    return run(text, at, 'number', (next) => isDigit(next) || (next === '.' && before?.text !== '.'));
  if (isNameStart(letter)) return run(text, at, 'name', (next) => isNameStart(next) || isDigit(next) || next === '-');
  const symbol = symbols.find((candidate) => text.startsWith(candidate, at));
  if (symbol === undefined) throw new SyntaxError(`"${letter}" cannot stand in an expression`);
  return { token: { kind: 'symbol', text: symbol }, end: at + symbol.length };
}

function run(text: string, at: number, kind: Token['kind'], goesOn: (letter: string) => boolean) {
  let end = at + 1;
  while (end < text.length && goesOn(text[end] as string)) end += 1;
  const found = text.slice(at, end);
  // `in` is an operator although it looks like a name.
  return { token: { kind: found === 'in' ? ('symbol' as const) : kind, text: found }, end };
}

function quoted(text: string, at: number): { token: Token; end: number } {
  const end = text.indexOf(text[at] as string, at + 1);
  if (end < 0) throw new SyntaxError('a text is not closed');
  return { token: { kind: 'text', text: text.slice(at + 1, end) }, end: end + 1 };
}
