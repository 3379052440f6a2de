const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

const originOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${ownNames.has(hostname) ? 'localhost' : hostname}:${port}`

/**
 * Whether two addresses are of one origin (RFC 6454, 4), the names of one's own machine being one name: an endpoint
 * that runs beside the platform often names itself otherwise than it was named.
 */
export const sameOrigin = (one: URL, other: URL): boolean => originOf(one) === originOf(other)
