import { tryLimits, type WorkflowItem } from '@atrium/contracts'
import { isRecord } from '@atrium/workflow-rules'
import type { EventType } from '../palette-queries.ts'

/** An item as an event of this type brings it, to be filled in. */
export function toExample(event: EventType | undefined): string {
  const fields = (event?.payload ?? []).map(({ name, type }) => [name, type === 'number' ? 0 : ''])
  return JSON.stringify([Object.fromEntries(fields)], undefined, 2)
}

/** The items of a typed text: an object, or a list of them; otherwise what is wrong with it. */
export function readItems(
  text: string,
): { readonly items: Pick<WorkflowItem, 'json'>[] } | { readonly problem: string } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON' }
  }
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (list.length > tryLimits.items)
    return { problem: `At most ${tryLimits.items} items are tried` }
  const items = list.filter(isRecord)
  if (items.length < list.length) return { problem: 'Each item is an object: { "name": "value" }' }
  return { items: items.map((json) => ({ json })) }
}
