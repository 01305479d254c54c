/**
 * Where a requirement says how much it is asked, and not what: "is a must", "gern gesehen", "tanto mejor". Nobody's claims hold
 * such words, and who lacks them lacks nothing.
 */
import { allMatches } from '../../domain/all-matches.js';
import { insists } from '../../domain/cues/insisting.js';
import { wishes } from '../../domain/cues/wishing.js';

const everywhere = (cue: RegExp) => new RegExp(cue.source, `${cue.flags}g`);

/** Ways of speaking that name nothing. */
const idioms =
  /(?<!\p{L})(?:in anger|well enough|(?:or )?something (?:like it|similar)|(?:is |are )?just as good|(?:on|by) your own|of your own|without being asked|behind (?:them|you)|with the lid off|holds? no fear|on either side of \p{L}+ \p{L}+|at the time of application|if possible|where possible|as well|we use|sicherheit im umgang|bei uns|unter anderem|nach möglichkeit|wenn möglich|so selbstverständlich wie|sin (?:ayuda|que nadie) [^,.]*|si es posible|se possível|cuando haga falta|sem ajuda)(?!\p{L})/giu;
const cues = [everywhere(wishes), everywhere(insists), idioms];

export function talkIn(text: string, side: 'requirement' | 'claim'): (readonly [number, number])[] {
  if (side === 'claim') return [];
  return cues.flatMap((cue) =>
    allMatches(text, cue).map(({ index, 0: said }) => [index, index + said.length] as const),
  );
}
