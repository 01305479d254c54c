import { jsonOr } from '@quadrivium/kernel/essentials';
import type { HostPart } from '../tools/host-tool.js';

export interface ReturnedValue {
  readonly parts: readonly HostPart[];
  /** The value itself, when it is neither text nor parts. */
  readonly structured: unknown;
}

/** A text stays a text, a list of parts becomes those parts, anything else is shown as JSON. */
export function returnedValue(json: string | undefined): ReturnedValue {
  if (json === undefined) return { parts: [], structured: undefined };
  const value = jsonOr(json, json);
  if (typeof value === 'string') return { parts: [{ type: 'text', text: value }], structured: undefined };
  if (Array.isArray(value) && value.length > 0 && value.every(isPart))
    return { parts: value.map(partOf), structured: undefined };
  return { parts: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structured: value };
}

type LoosePart = { type: string; text?: string; data?: string; mimeType?: string };

function isPart(value: unknown): value is LoosePart {
  if (typeof value !== 'object' || value === null) return false;
  const { type, text, data, mimeType } = value as Record<string, unknown>;
  if (type === 'text') return typeof text === 'string';
  return (type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string';
}

/** Only the fields that a part has: whatever else the value carries does not go on. */
function partOf({ type, text = '', data = '', mimeType = '' }: LoosePart): HostPart {
  return type === 'text' ? { type, text } : { type: type as 'image' | 'audio', data, mimeType };
}
