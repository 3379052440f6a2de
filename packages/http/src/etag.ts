import { commonErrors } from '@atrium/contracts'

/** The strong `ETag` of a record's version. */
export const versionEtag = (id: string, version: number | string): string => `"${id}.${version}"`

/** Honours an optional `If-Match` (strong tags or `*`). Throws `precondition_failed` (412) for a changed record. */
export function checkIfMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') return
  const tags = header.split(',').map((tag) => tag.trim())
  if (!tags.includes(etag)) throw commonErrors.precondition_failed()
}
