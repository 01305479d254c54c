/** The address a socket is bound to, in the forms in which operators, URLs and headers write it. */

/** `::1` for `[::1]`: the form the system takes. */
export function bareAddress(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The form in URLs and headers: `[::1]` for `::1`, `[::ffff:7f00:2]` for `::ffff:127.0.0.2`. */
export function addressInUrls(host: string): string {
  const bare = bareAddress(host);
  const written = bare.includes(':') ? `[${bare}]` : bare;
  // What is no address cannot be bound either; listening says so.
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written;
}

export function isLoopback(host: string): boolean {
  const name = bareAddress(host).toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name) || name.startsWith('::ffff:127.');
}
