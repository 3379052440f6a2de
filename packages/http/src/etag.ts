import { createHash } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'

/** Returns the strong `ETag` for a record's version. */
export const versionEtag = (id: string, version: number | string): string => `"${id}.${version}"`

/**
 * Returns the strong `ETag` for settings without a version. It is computed from the values, so a
 * reverted change has the old tag.
 */
export const contentEtag = (id: string, settings: object): string =>
  versionEtag(id, createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 32))

/**
 * Checks an optional `If-Match` header (strong tags or `*`). Throws `precondition_failed` (412) if
 * the record has changed.
 */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') return
  const tags = header.split(',').map((tag) => tag.trim())
  if (!tags.includes(etag)) throw commonErrors.precondition_failed()
}
