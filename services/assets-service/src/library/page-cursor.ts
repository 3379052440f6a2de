import { parseAssetKey } from '@atrium/asset-key'
import { invalidField } from '@atrium/contracts'
import type { Position } from './newest-first.ts'

/**
 * Returns the cursor of the page after this blob. It contains the blob's time and its key without
 * the org.
 */
export const cursorAfter = ({ key, at }: Position): string =>
  Buffer.from(`${at}${key.slice(key.indexOf('/'))}`).toString('base64url')

/**
 * Returns a cursor's position in an org's listing. Throws `validation_failed` (400) for any other
 * text.
 */
export function parseCursor(cursor: string, orgId: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const slash = text.indexOf('/')
  const position = { at: Number(text.slice(0, slash)), key: `${orgId}${text.slice(slash)}` }
  if (slash > 0 && parseAssetKey(position.key) && cursorAfter(position) === cursor) return position
  throw invalidField('cursor', 'This page link is no longer valid. Open the list again.')
}
