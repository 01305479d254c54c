/** How one applies, and what becomes of an application: never a requirement, however much "must" it holds. */
export const applying = new RegExp(
  [
    '^(?:all )?(?:applications?|interviews?|closing date|the closing|short-?listed|canvassing|enquiries|successful applicants will be (?:asked|contacted|invited))(?!\\p{L})',
    '^(?:please|to apply|apply|send|ring|call|e-?mail|contact|write to|visit|click)(?!\\p{L})',
    '^(?:ihre |deine |bitte )?(?:bewerbung\\p{L}*|unterlagen|fragen beantwortet|rückfragen|auskünfte|ansprechpartner\\p{L}*)(?!\\p{L})',
    '^(?:las |los )?(?:instancias|solicitudes|interesad[oa]s|candidaturas se|enviar|envíe|mandar)(?!\\p{L})',
    '^(?:as |os )?(?:candidaturas|inscrições|interessad[oa]s|enviar|envie|currículos? para)(?!\\p{L})',
    '^(?:no|kein\\w*|ningún|ninguna|nenhum\\w*) [^.]{0,60}(?:required|needed|necessary|erforderlich|nötig|notwendig|necesari[oa]s?|necessári[oa]s?)$',
  ].join('|'),
  'iu',
);
