/**
 * Something was had of a thing, and less than a line that asks for it means: a course of a day or a weekend, and in a list of
 * skills what it is good for ("Photoshop para cortar imagem", "HTML enough to fix a page").
 */
type Range = readonly [number, number];

const brief =
  /(?<!\p{L})(?:(?:one|two|half|single|1|2)[- ]?day|weekend|introductory|taster|beginners?['’]?|(?:ein|zwei|halb)tägig\p{L}*|wochenend\p{L}+|schnupper\p{L}*|iniciaci[oó]n|iniciação|de (?:una mañana|una tarde|un día|dos días|un fin de semana|um dia|dois dias|um fim de semana))(?!\p{L})/iu;
const lesson =
  /(?<!\p{L})(?:course|class|workshop|training|session|seminar|\p{L}*kurs|\p{L}*schulung|lehrgang|seminar|workshop|curso|taller|jornada|formaci[oó]n|formação|treinamento|oficina|palestra)(?:s|es|e|en)?(?!\p{L})/iu;
/** Of these a day is what everybody has. */
const taughtInADay =
  /first aid|erste[- ]hilfe|primeiros socorros|primeros auxilios|life support|reanimation|reanima|rcp|hygien|higien|safety|sicherheit|segur|brandschutz|alimentos|manual handling|course|kurs|curso|schulung|training|formaci|formaç/iu;

export const isBriefCourse = (said: string, asked: string): boolean =>
  brief.test(said) && lesson.test(said) && !taughtInADay.test(asked);

const onlyFor =
  /^\s*(?:\([^)]*\)\s*)?(?:enough (?:to|for)|(?:just|only) (?:to|for)|to \p{Ll}+ |(?:reicht|genügt|genug) (?:für|um|zum)|um \p{Ll}+ zu |para \p{Ll}+[aei]r(?:[mnl][aoe]s?)?(?!\p{L})|o suficiente para|lo justo para|lo suficiente para)/iu;

/** "SAP para pasar pedidos": right behind the name, what for. */
export const isForOneThing = (text: string, [, to]: Range): string | undefined =>
  onlyFor.exec(text.slice(to))?.[0].trim();
