import { consentOf, Fault, type InputRequiredResult, type OperationContext } from '@quadrivium/kernel';

/** Where something is stored already and a person can be asked, they decide; otherwise it is refused as it always was. */
export function replaceIfAgreed<Result>(
  { client }: Pick<OperationContext, 'client'>,
  isAllowed: boolean,
  add: (replace: boolean) => Result,
): Result | InputRequiredResult {
  try {
    return add(isAllowed);
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.kind !== 'ALREADY_EXISTS') throw fault;
    const message = `${fault.message} Replace it with the new one? Decisions made on the old one stay readable.`;
    const answer = consentOf(client, { key: 'replace_opportunity', message, yes: 'Replace it' });
    if (answer === 'given') return add(true);
    if (typeof answer === 'string') throw fault;
    return answer;
  }
}
