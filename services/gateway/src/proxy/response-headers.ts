import type { Exchange } from '@atrium/http'
import { hopHeaders, namedByConnection } from './hop-headers.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

// Only the gateway sets these headers.
const ours: ReadonlySet<string> = new Set([
  'server',
  'strict-transport-security',
  'x-content-type-options',
  'x-powered-by',
  'x-request-id',
])
const ourPrefixes = /^(?:access-control|x-atrium)-/

/**
 * Returns the service's headers without connection headers, and then ours. `Vary` contains the
 * values of both.
 */
export function responseHeaders(exchange: Exchange, headers: Headers): string[] {
  const result = exchange.headers.slice()
  const connection = headers['connection']
  const dropped = namedByConnection(
    typeof connection === 'string' ? connection : connection?.join(','),
  )
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || hopHeaders.has(name) || ours.has(name) || ourPrefixes.test(name))
      continue
    if (dropped.has(name)) continue
    if (name === 'vary') joinVary(result, typeof value === 'string' ? value : value.join(', '))
    else if (typeof value === 'string') result.push(name, value)
    else for (const one of value) result.push(name, one)
  }
  if (headers['cache-control'] === undefined) result.push('cache-control', 'no-store')
  return result
}

function joinVary(result: string[], theirs: string): void {
  const at = result.indexOf('vary')
  if (at === -1) {
    result.push('vary', theirs)
    return
  }
  const theirNames = theirs
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const ownNames = (result[at + 1] ?? '')
    .split(',')
    .filter((name) => !theirNames.includes(name.trim().toLowerCase()))
  result[at + 1] = theirNames.includes('*') ? '*' : [theirs, ...ownNames].join(', ')
}
