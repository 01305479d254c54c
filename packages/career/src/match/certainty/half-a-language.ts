/** "Inglês para leitura", "Französisch: ich verstehe es": a part of a language where all of it is asked for. */
const half =
  /(?<!\p{L})(?:read(?:ing)?(?: only)?|lesen|leseverstehen|leitura|lectura|leer|ler|understand(?:ing)?|verstehe\p{L}*|entiendo|comprensión|compreensão|entendo|passiv\p{L}*|pasiv\p{L}*|listening|written only|technical texts|fachtexte|textos técnicos)(?!\p{L})/iu;
const whole =
  /(?<!\p{L})(?:speak|spoken|spreche|hablo|hablado|falo|falado|writ(?:e|ing)|schreib\p{L}*|escri\p{L}*|fluent\p{L}*|fließend\p{L}*|nativ\p{L}*)(?!\p{L})/iu;

export const isHalfALanguage = (shown: string, asked: string): boolean =>
  half.test(shown) && !whole.test(shown) && !half.test(asked);
