const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const toOrigin = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${ownNames.has(hostname) ? 'localhost' : hostname}:${port}`

/** Whether two addresses have one origin (RFC 6454, 4); the names of the local machine count as one. */
export const sameOrigin = (one: URL, other: URL): boolean => toOrigin(one) === toOrigin(other)
