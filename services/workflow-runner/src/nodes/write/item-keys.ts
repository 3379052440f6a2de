import { hash } from 'node:crypto'
import type { WorkflowItem } from '@atrium/contracts'
import type { NodeContext } from '../../engine/index.ts'
import { attemptItems } from '../act-on-items.ts'
import type { NodePorts } from '../ports.ts'

type KeyContext = Pick<NodeContext<NodePorts>, 'workflowId' | 'nodeId' | 'idempotencyKey'>

/**
 * Returns a function that gives each item its idempotency key. An item with an identity keeps its
 * key in later runs. Any other item gets a new key in each run. Items with the same identity are
 * numbered.
 */
export function itemKeys({ workflowId, nodeId, idempotencyKey }: KeyContext) {
  const seen = new Map<string, number>()
  return (item: WorkflowItem, at: number, given?: string): string => {
    const { externalId, source } = item
    const toKey = (identity: string): string => `${workflowId}:${nodeId}:${hashed(identity)}`
    if (given !== undefined) return toKey(`key ${given}`)
    if (externalId === undefined || externalId === '') return idempotencyKey(at)
    const identity = `${source?.scheme ?? ''}://${source?.host ?? ''}/${externalId}`
    const count = (seen.get(identity) ?? 0) + 1
    seen.set(identity, count)
    return count === 1 ? toKey(identity) : `${toKey(identity)}:${count}`
  }
}

/** Returns the keys of all items with valid parameters. */
export async function keysOfItems(
  items: readonly WorkflowItem[],
  context: NodeContext<NodePorts, { key?: string | undefined }>,
): Promise<string[]> {
  const toKey = itemKeys(context)
  const { results } = await attemptItems(items, context, (item, at, { key }) =>
    toKey(item, at, key),
  )
  return results.filter((key) => key !== undefined)
}

const hashed = (text: string): string => hash('sha256', text).slice(0, 32)
