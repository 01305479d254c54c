/** Where somebody lives and how to reach them proves nothing. */
const words =
  'tel|telephone|phone|mobile|cell|mobil|handy|telefon|teléfono|móvil|telefone|telemóvel|celular|fax|e-?mail|correo|web|website|linkedin|github';
const personal =
  'address|adresse|anschrift|wohnort|dirección|domicilio|morada|endereço|born|geboren|date of birth|birthday|geburtsdatum|geburtsort|fecha de nacimiento|data de nascimento|nationality|staatsangehörigkeit|nacionalidad|nacionalidade|marital status|familienstand|estado civil';
const streets = 'street|st|road|rd|avenue|ave|lane|ln|drive|way|square|place|court|boulevard|blvd';

const shapes = [
  // "Ramona Seidel, geb. 1985"
  /(?:^|,\s*)(?:geb\.|born|nacid[oa]|nascid[oa])\s+(?:am |on |el |a |em )?[\d\p{L}]/iu,
  /\S@[^\s@]{1,250}\.\S/,
  /^(?:https?:\/\/|www\.|(?:\w+\.)?linkedin\.com|github\.com|xing\.com)\S*$/i,
  new RegExp(`^(?:(?:${words})\\b[.:]?\\s*)?\\+?[\\d\\s()/.-]{7,}$`, 'i'),
  new RegExp(`^(?:${words}|${personal})\\b\\s*[.:]`, 'i'),
  // "Musterstraße 12, 8001 Zürich", "Calle Mayor 3, 28013 Madrid", "Rua Augusta 100, 1100-053 Lisboa"
  /^[\p{L}.\s'ºª-]{3,40}\s\d{1,4}\s?[a-z]?,?\s+(?:[A-Z]{1,2}-?)?\d{4,5}(?:-\d{3})?\s+\p{L}+/u,
  // "12 Mill Lane, Leeds, LS1 4AB"
  /^\d{1,4}[a-z]?\s+[\p{L}.\s'-]{3,40},\s*[\p{L}\s]+,?\s*[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2}$/u,
  // "400 Oak Street, Portland, OR 97201"
  new RegExp(`^\\d{1,5}[a-z]?\\s+[\\p{L}.\\s'-]{2,40}\\b(?:${streets})\\b\\.?(?:,|$)`, 'iu'),
  // "8001 Zürich", "28013 Madrid, España"
  /^(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}[\p{L}\s.-]{2,30}(?:,\s*\p{L}+)?$/u,
];

/** One line, or what stands between the bars of a line of contact details. */
export function isContactDetail(text: string): boolean {
  return shapes.some((shape) => shape.test(text.trim()));
}
