/** Professions that go by several names in one language: whoever is called by one of them is what the other asks for. */
import { sameWord } from '../../domain/stems.js';
import { tokensOf } from '../../domain/tokens.js';

/** Each line is one calling; folded, by the word that tells it. */
const lines = `
lokfuhrer triebfahrzeugfuhrer lokomotivfuhrer
krankenschwester krankenpfleger pflegefachkraft pflegefachfrau pflegefachmann
elektriker elektroniker elektroinstallateur
kraftfahrer berufskraftfahrer lkw-fahrer
kfz-mechaniker kfz-mechatroniker automechaniker kraftfahrzeugmechatroniker
schreiner tischler
metzger fleischer
klempner spengler
hausmeister objektbetreuer
arzthelferin mfa
zahnarzthelferin zfa
verkaufer fachverkaufer einzelhandelskaufmann einzelhandelskauffrau
programmierer softwareentwickler softwareingenieur
dachdecker bedachungsfachmann
programmer developer
attorney lawyer
physician doctor
joiner carpenter
trucker lorry-driver
realtor estate-agent
barkeeper bartender barman
carer caregiver
abogado letrado
camionero transportista
camarero mesero
desarrollador programador
desenvolvedor programador
docente profesor
professor docente
caminhoneiro camionista
contador contabilista
empregado garcom
motorista condutor
rececionista recepcionista
cabeleireiro cabeleireira
mecanico automotriz
peluquero estilista
`;

const callings = lines.split('\n').map((line) => line.split(' ').filter(Boolean));

export function isOneCalling(one: string, other: string): boolean {
  const [asked, shown] = [one, other].map((text) => tokensOf(text).map(({ word }) => word));
  const isIn = (words: readonly string[] | undefined, names: readonly string[]) =>
    (words ?? []).some((word) => names.some((name) => name === word || sameWord(name, word)));
  return callings.some((names) => isIn(asked, names) && isIn(shown, names));
}
