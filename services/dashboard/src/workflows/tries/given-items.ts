import { tryLimits, type WorkflowItem } from '@atrium/contracts'
import { isRecord } from '@atrium/workflow-rules'
import type { EventType } from '../palette-queries.ts'

/** Returns the event type's example, field by field. */
export const eventExample = (event: EventType | undefined): WorkflowItem['json'] =>
  Object.fromEntries((event?.payload ?? []).map(({ name, example }) => [name, example]))

export const printItem = (json: WorkflowItem['json']): string =>
  JSON.stringify([json], undefined, 2)

/**
 * Reads items from a typed text: an object, or a list of objects. Otherwise returns what is wrong.
 */
export function readItems(
  text: string,
): { readonly items: Pick<WorkflowItem, 'json'>[] } | { readonly problem: string } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: 'This text cannot be read' }
  }
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (list.length > tryLimits.items)
    return { problem: `At most ${tryLimits.items} items are tried` }
  const items = list.filter(isRecord)
  if (items.length < list.length) return { problem: 'Each item is an object: { "name": "value" }' }
  return { items: items.map((json) => ({ json })) }
}
