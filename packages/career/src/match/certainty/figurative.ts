/**
 * Work of the hands that is done to what has no body: whoever cleaned data cleans no floors, and an idea that was planted grows
 * in no garden. It counts where the requirement speaks of such a thing itself ("data cleaning").
 */
import { foldedInPlace } from '../items/papers.js';
import type { Place } from './places.js';

/** As `foldedInPlace` leaves them. */
const handiwork =
  /^(?:clean|paint|plant|fish|mine|mini|tailor|ship|dispatch|serv|drive|drov|driv|cook|cut|weld|forg|stitch|sew|weav|wir|pav|shap|mould|mold|bak|harvest|till|prun|groom|rein|saub|mal|pflanz|schneid|koch|schmied|fahr|fuhr|gefahr|pfleg|gepfleg|limpi|pint|plant|cocin|cond|cos|tej|serv|limp|cozinh|pesc|monte|monta)/;
const bodiless =
  /\b(?:data|datasets?|databases?|records|code|ideas?|pictures?|stor(?:y|ies)|offers?|proposals?|messages?|insights?|patterns?|errors?|bugs?|features?|requests|events|releases|growth|adoption|change|changes|innovation|strategy|revenue|results|improvements?|minds|funds|metrics|reports|presentations?|interviews?|meetings|daten|datensatze|stammdaten|kundendaten|kundenkontakte|kontakte|ideen?|bild|angebote|losungen|wachstum|veranderung(?:en)?|ergebnisse|projekte|datos|base de datos|ofertas|propuestas|reunion(?:es)?|entrevistas?|cambios?|crecimiento|dados|base de dados|propostas|reunioes|mudancas?|crescimento|apresentac(?:ao|oes)|presentacion(?:es)?)\b/;
const mostWordsBetween = 3;

/** What the work is done to, where it has no body and nobody asks for it. */
export function figurativeObject({ text, at: [from, to], isTitle }: Place, asked: string): string | undefined {
  const said = foldedInPlace(text);
  if (isTitle || !handiwork.test(said.slice(from, to)) || bodiless.test(foldedInPlace(asked))) return undefined;
  const [clause = ''] = said.slice(to).split(/[.;:,()]/);
  const near = clause
    .trim()
    .split(/\s+/)
    .slice(0, mostWordsBetween + 1)
    .join(' ');
  return bodiless.exec(near)?.[0];
}
