/** How well something is known, by the words of four languages: 1 basic, 2 good, 3 advanced, 4 expert. */
import { foldedInPlace } from './papers.js';

const levels: readonly (readonly [RegExp, number])[] = [
  [/\b(?:expert\w*|mastery|master|profund\w*|experto|experta|especialista)\b/, 4],
  [
    /\b(?:advanced|fortgeschritten\w*|avanzad[oa]s?|avancad[oa]s?|fundiert\w*|sehr gut\w*|tiefgehend\w*|tiefgreifend\w*|vertieft\w*|umfassend\w*|ausgezeichnet\w*|auf hohem niveau|hohes niveau|high level|alto nivel|nivel alto|strong|excellent|extensive|deep|in-depth|thorough|solid|solid[oa]s?|excelentes?|amplios?|dominio)\b/,
    3,
  ],
  [
    /\b(?:basic|basics|beginner|grundkenntnisse|grundzuge\w*|ansatze\w*|grundlagen|grundlegend\w*|basic[oa]s?|elementary|anfanger\w*|einsteiger\w*|nociones|nocoes|some|a (?:little|bit of)|fundamentals|rudimentary|lo justo|un poco|um pouco|(?:eher |ein )?wenig|etwas|ein bisschen|principiante|iniciante|self-taught bits)\b|\((?:very )?(?:simple|einfache\w*|sencill[oa]s?|simples)\b/,
    1,
  ],
  [
    /\b(?:good|gut|gute[mnrs]?|buen[oa]?s?|bo[am]s?|bons|intermediate|intermedi[oa]s?|intermediari[oa]s?|mittlere\w*|nivel medio|medi[oa]|(?:a )?nivel (?:de )?usuario|user level|anwenderkenntnisse)\b/,
    2,
  ],
];

/** Whether a text begins by saying how well something is known: "Einsteiger", "a little". */
export function opensWithLevel(text: string): boolean {
  const folded = foldedInPlace(text);
  return levels.some(([words]) => (words.exec(folded)?.index ?? -1) === 0);
}

/** A level right before or after the name, within the same part of the sentence. */
export function levelNear(folded: string, [from, to]: readonly [number, number]): number | undefined {
  const before =
    folded
      .slice(Math.max(0, from - 30), from)
      .split(/[,;.()]/)
      .at(-1) ?? '';
  // "Premiere, lo básico".
  const rest = folded.slice(to, to + 28);
  const after = (opensWithLevel(rest.replace(/^, /, '')) ? rest.slice(2) : rest).split(/[,;.]/)[0] ?? '';
  return levels.find(([words]) => words.test(before) || words.test(after))?.[1];
}
