import type { ErrorProfile } from '../../registry/error-profile.js';

/** Where clients that only keep `_meta` find the error record. */
export const errorMetaKey = 'io.quadrivium/error';

/**
 * Every failure is a result with `isError` and the error record as JSON text (cobre). There is no `structuredContent`:
 * older clients check it against the output schema even for errors and throw.
 */
export const toolErrorProfile: ErrorProfile = {
  name: 'tool-error',
  encode({ fault }) {
    const record = fault.toRecord();
    return {
      content: [{ type: 'text', text: JSON.stringify(record) }],
      isError: true,
      _meta: { [errorMetaKey]: record },
    };
  },
};
