import type { Message, ResultBlock } from '../dialog.js';

const RESULT_CHARS = 1500;

/** What was said, as a text to be summarised. Long results are shown by their beginning and end; so is the whole. */
export function transcriptOf(messages: readonly Message[], mostChars: number): string {
  return ends(messages.flatMap(linesOf).join('\n'), mostChars);
}

function linesOf({ role, blocks }: Message): string[] {
  return blocks.map((block) => lineOf(role, block));
}

function lineOf(role: string, block: Message['blocks'][number]): string {
  switch (block.type) {
    case 'text':
      return `${role}: ${block.text}`;
    case 'thought':
      return '';
    case 'media':
      return `${role}: [${block.name ?? block.mimeType}]`;
    case 'call':
      return `call ${block.tool} ${ends(block.input, RESULT_CHARS)}`;
    case 'result':
      return `${block.isError ? 'failure' : 'result'} of ${block.tool}: ${ends(resultText(block), RESULT_CHARS)}`;
  }
}

function resultText({ content }: ResultBlock): string {
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.mimeType}]`)).join('\n');
}

/** The beginning and the end of a text that is too long. */
export function ends(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  const half = Math.max(0, Math.floor((mostChars - 40) / 2));
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters …]\n${text.slice(text.length - half)}`;
}
