const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const toOrigin = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${ownNames.has(hostname) ? 'localhost' : hostname}:${port}`

/**
 * True if two URLs have the same origin (RFC 6454, 4). All names of the local machine count as one.
 */
export const sameOrigin = (one: URL, other: URL): boolean => toOrigin(one) === toOrigin(other)
