/** The version that metadata and envelopes carry; the one of package.json. */
export const version = '0.1.0';
