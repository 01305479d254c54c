/**
 * What stands before a requirement in running text and says only of whom it is asked: "The successful candidate will have
 * …", "Buscamos una persona con …", "Para se dar bem aqui, você …". The verb stays: it says how much is asked.
 */
const purpose = String.raw`(?:(?:to (?:join|apply|succeed|be (?:considered|successful|eligible)|thrive|do (?:this|well))|for this (?:role|post|job)|um |für diese (?:stelle|aufgabe|position)|para (?:este puesto|esta vaga|este cargo|isso|ello|assumir|se dar|ter sucesso|ocupar))[^,.]{0,40},\s+|we(?:[’']d| would) expect you to |(?:también|também|además|außerdem|also),?\s+)?`;
const people = String.raw`(?:(?:the|an?|our|your|el|la|los|las|o|a|os|as|der|die|das|wir suchen)\s+)?(?:(?:ideal|successful|right|suitable|perfect|chosen|preferred|ideale[rn]?|geeignete[rn]?)\s+)?(?:candidat(?:e|es|o|a|os|as)|applicants?|aspirantes?|persona|pessoa|person|post-?holder|bewerber(?:in)?|profissional|profesional)(?:\s+(?:ideal|seleccionad[oa]|selecionad[oa]|escolhid[oa]|elegid[oa]))?\s+`;
const seeking = String.raw`(?:we(?:[’']re| are|[’']d)? (?:looking for|seeking|after|need|want|searching for)|(?:the (?:firm|company|school|team|trust) is )?looking for|wir (?:suchen|wünschen uns)|(?:buscamos|necesitamos|queremos)(?: a)?|(?:procuramos|precisamos de|buscamos|queremos|pretende-se))\s+`;
const someone = String.raw`(?:(?!who |with |que |com |con |mit |die |der )[\p{L}\p{N}()/-]+\s+){1,6}(?=(?:who|with|que|com|con|mit|die|der)\s)`;
const verb =
  '(?=(?:must|should|will|need|needs|has|have|holds|can|is|are|deb|dev|tiene|tem|ha |cuenta|conta|posee|possui|precisa|sollte|muss|hat|verfügt|bringt))';

const lead = new RegExp(`^\\s*${purpose}(?:${people}${verb}|${seeking}${someone})?`, 'iu');

/** How many characters of a sentence it takes. */
export const lengthOfLead = (sentence: string): number => lead.exec(sentence)?.[0].length ?? 0;
