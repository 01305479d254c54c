import { type ErrorProfile, invalidParamsProfile } from '@quadrivium/kernel';

/** As the seed says (-32602, crashes -32603), with every kind spelled in this server's own way. */
export const careerErrors: ErrorProfile = {
  name: 'career',
  blamesInput: ({ kind }) => kind.endsWith('_NOT_FOUND'),
  encode(failure) {
    try {
      return invalidParamsProfile.encode(failure);
    } catch (error) {
      if (failure.cause === 'input') nameKind(error);
      throw error;
    }
  },
};

function nameKind(error: unknown): void {
  const { data } = error as { data?: { kind?: string } };
  if (data) data.kind = 'INVALID_ARGUMENT';
}
