/** A letter as text and as a page. What others wrote is set off line by line, so that none of it can pass for ours. */
import { htmlText } from '@quadrivium/kernel/essentials';
import type { Letter } from './letter.js';

const decideThere = 'Nothing is decided by answering this mail.';

export function mailText(letter: Letter): string {
  const { words, facts, calls, furtherCalls, link } = letter;
  const width = Math.max(...facts.map(([label]) => label.length));
  const parts = [
    quoted(words),
    facts.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`).join('\n'),
    ...calls.map(
      ({ tool, arguments: given, digest }, at) =>
        `Call ${at + 1}: ${tool}\n  arguments: ${given}\n  digest:    ${digest}`,
    ),
    ...(furtherCalls === 0 ? [] : [`and ${furtherCalls} more calls, which are shown there.`]),
    'url' in link ? `Look at it, signed in, at\n${link.url}` : `Look at it with\n  ${link.command}`,
    decideThere,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const quoted = (words: string): string =>
  words === ''
    ? ''
    : words
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');

export function mailHtml(letter: Letter): string {
  const { subject, words, facts, calls, furtherCalls, link } = letter;
  const row = ([label, value]: readonly [string, string]) =>
    `<tr><th align="left" valign="top">${htmlText(label)}</th><td><code>${htmlText(value)}</code></td></tr>`;
  const table = (rows: readonly (readonly [string, string])[]) =>
    `<table cellpadding="4">${rows.map(row).join('')}</table>`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${htmlText(subject)}</title></head><body>`,
    words === '' ? '' : `<blockquote><pre style="white-space:pre-wrap">${htmlText(words)}</pre></blockquote>`,
    table(facts),
    ...calls.map(({ tool, arguments: given, digest }, at) =>
      table([
        [`Call ${at + 1}`, tool],
        ['Arguments', given],
        ['Digest', digest],
      ]),
    ),
    furtherCalls === 0 ? '' : `<p>and ${furtherCalls} more calls, which are shown there.</p>`,
    'url' in link
      ? `<p><a href="${htmlText(link.url)}">Look at it, signed in</a></p>`
      : `<p>Look at it with <code>${htmlText(link.command)}</code></p>`,
    `<p><small>${decideThere}</small></p></body></html>`,
  ].join('\n');
}
