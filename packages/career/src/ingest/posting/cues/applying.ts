/** How one applies, and what becomes of an application: never a requirement, however much "must" it holds. */
export const applying = new RegExp(
  [
    '^(?:all )?(?:applications?|interviews?|closing date|the closing|short-?listed|canvassing|enquiries|successful applicants will be (?:asked|contacted|invited))(?!\\p{L})',
    "^(?:for (?:more|further) (?:details|information)|informal (?:visits|enquiries|chats?)|(?:already|don[’']t) (?:hold|have)[^.]*\\?|start straight)(?!\\p{L})",
    '^(?:dann |also |bitte )?(?:bewirb|bewerben|komm|kommen sie|melde|melden sie|ruf|rufen sie|anrufen|schreib|schreiben sie|schick|schicken sie|senden sie|mailen sie|schauen sie|fragen sie|frag|freuen wir uns auf (?:ihre|deine))(?!\\p{L})',
    '^(?:entonces |pues )?(?:inscríbete|apúntate|escríbenos|llámanos|pásate|pasar por|contacto)(?!\\p{L})',
    '^(?:então )?(?:candidata-te|candidate-se|inscreve-te|inscreva-se|liga-nos|ligue|contacto|contato|responder (?:com|para|a))(?!\\p{L})',
    '^(?:macht nichts|kein problem|keine sorge|no problem|no worries|no pasa nada|sin problema|não faz mal|sem problema)(?!\\p{L})',
    '^(?:text|whatsapp|reply|drop|pop in|ring|phone|message) ',
    '^(?:please|to apply|apply|send|ring|call|e-?mail|contact|write to|visit|click)(?!\\p{L})',
    '^(?:ihre |deine |bitte )?(?:bewerbung\\p{L}*|unterlagen|fragen beantwortet|rückfragen|auskünfte|ansprechpartner\\p{L}*)(?!\\p{L})',
    '^(?:las |los )?(?:instancias|solicitudes|interesad[oa]s|candidaturas se|enviar|envíe|mandar)(?!\\p{L})',
    '^(?:as |os )?(?:candidaturas|inscrições|interessad[oa]s|enviar|envie|currículos? para)(?!\\p{L})',
    '^(?:no|kein\\w*|ningún|ninguna|nenhum\\w*) [^.]{0,60}(?:required|needed|necessary|erforderlich|nötig|notwendig|necesari[oa]s?|necessári[oa]s?)(?!\\p{L})',
  ].join('|'),
  'iu',
);
