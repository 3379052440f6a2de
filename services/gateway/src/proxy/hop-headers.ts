/**
 * Headers for one connection, not for the message (RFC 9110, section 7.6.1). Each hop has its own.
 */
export const hopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const none: ReadonlySet<string> = new Set()

/** Returns the header names that a `Connection` header limits to this hop. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}
