import { careerFault } from '../faults.js';

/** What an agent says of a person counts when the person says so too. */
export function requirePerson(isPerson: boolean): void {
  if (isPerson) return;
  throw careerFault('PERSON_REQUIRED', 'Only a person can confirm a claim.', {
    suggestion:
      'Propose it unverified; a person confirms it with `career verify-atom`, or over MCP with a key of their own.',
  });
}
