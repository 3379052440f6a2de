import type { JsonObject } from './operation-arguments.ts'

/** Returns a hint for the next page. Returns undefined after the last page. */
export function nextPage({ total, limit, offset, next, items }: JsonObject): string | undefined {
  if (typeof next === 'string') return `There are more: call again with "cursor": "${next}".`
  const shown = Array.isArray(items) ? items.length : 0
  if (typeof total !== 'number' || typeof limit !== 'number' || typeof offset !== 'number')
    return undefined
  return offset + shown < total && shown > 0
    ? `${total} in all: call again with "offset": ${offset + shown} for the next page.`
    : undefined
}
