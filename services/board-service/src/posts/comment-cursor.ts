import { invalidField } from '@atrium/contracts'

/** How much of a comment's id is in a cursor, enough to recognise the comment. */
const idLength = 200

const encoded = (index: number, id: string): string =>
  Buffer.from(`${index}.${id.slice(0, idLength)}`).toString('base64url')

/**
 * Returns the index and the id of the previous page's last comment. Throws `validation_failed`
 * (400).
 */
function decoded(cursor: string): { index: number; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const dot = text.indexOf('.')
  const [index, id] = [Number(text.slice(0, Math.max(dot, 0))), text.slice(dot + 1)]
  const isOwn =
    Number.isSafeInteger(index) && index >= 0 && id !== '' && encoded(index, id) === cursor
  if (!isOwn)
    throw invalidField('cursor', 'This page link is no longer valid. Open the list again.')
  return { index, id }
}

/**
 * Returns the page after a cursor's comment, or after the cursor's index if that comment was
 * deleted. Throws `validation_failed` (400).
 */
export function pageAfter<T extends { id: string }>(
  all: readonly T[],
  cursor: string | undefined,
  limit: number,
): { items: T[]; next: string | null } {
  const start = cursor === undefined ? 0 : startAfter(all, cursor)
  const items = all.slice(start, start + limit)
  const last = items.at(-1)
  const isWhole = last === undefined || start + items.length >= all.length
  return { items, next: isWhole ? null : encoded(start + items.length - 1, last.id) }
}

function startAfter(all: readonly { id: string }[], cursor: string): number {
  const { index, id } = decoded(cursor)
  const found = all.findIndex((one) => one.id.slice(0, idLength) === id)
  return found === -1 ? index : found + 1
}

/** Throws `validation_failed` (400) if a cursor is invalid, before anything is read. */
export const requireCursor = (cursor: string | undefined): void => {
  if (cursor !== undefined) decoded(cursor)
}
