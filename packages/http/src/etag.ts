import { createHash } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'

/** The strong `ETag` of a record's version. */
export const versionEtag = (id: string, version: number | string): string => `"${id}.${version}"`

/** The strong `ETag` of settings that have no version: it is made of their values, so a change that is taken back is none. */
export const contentEtag = (id: string, settings: object): string =>
  versionEtag(id, createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 32))

/** Honours an optional `If-Match` (strong tags or `*`). Throws `precondition_failed` (412) for a changed record. */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') return
  const tags = header.split(',').map((tag) => tag.trim())
  if (!tags.includes(etag)) throw commonErrors.precondition_failed()
}
