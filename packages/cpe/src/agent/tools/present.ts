import type { HostPart, HostResult } from '../../host/tool-host.js';
import type { MediaBlock, TextBlock } from '../dialog.js';
import { modalityOf } from '../modality.js';

export interface Presentation {
  readonly modalities: readonly string[];
  /** Saves what the model cannot take and gives the path. */
  save(data: string, mimeType: string): Promise<string>;
}

/** A result as blocks that the model can take. What it cannot take is saved, and it is told where. */
export function present(
  { content }: Pick<HostResult, 'content'>,
  presentation: Presentation,
): Promise<(TextBlock | MediaBlock)[]> {
  return Promise.all(content.map((part) => presentPart(part, presentation)));
}

async function presentPart(part: HostPart, presentation: Presentation): Promise<TextBlock | MediaBlock> {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' || part.type === 'audio')
    return presentMedia(part.data, part.mimeType, part.type, presentation);
  if (part.blob === undefined) return { type: 'text', text: `Resource ${part.uri}:\n${part.text ?? ''}` };
  return presentMedia(part.blob, part.mimeType ?? 'application/octet-stream', `resource ${part.uri}`, presentation);
}

async function presentMedia(
  data: string,
  mimeType: string,
  what: string,
  { modalities, save }: Presentation,
): Promise<TextBlock | MediaBlock> {
  if (modalities.includes(modalityOf(mimeType))) return { type: 'media', mimeType, data };
  const path = await save(data, mimeType);
  const bytes = Math.floor((data.length * 3) / 4);
  return {
    type: 'text',
    text: `[${what} of type ${mimeType}, ${bytes} bytes, which this model cannot take; saved as ${path}]`,
  };
}
