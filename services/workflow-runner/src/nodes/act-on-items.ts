import { AppError, type WorkflowFix, type WorkflowItem } from '@atrium/contracts'
import { type NodeContext, NodeError, type NodeResult } from '../engine/index.ts'
import type { NodePorts } from './ports.ts'

interface Problem {
  message: string
  fix: WorkflowFix | null
}

export const openChannels: WorkflowFix = { label: 'Open channels', href: '/channels' }

const shownErrors = 5

/** The problem of one item; undefined for an error that is no fault of the item. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof NodeError) return { message: error.message, fix: error.fix }
  if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal')
    return undefined
  const errors = (error.details.errors ?? []).slice(0, shownErrors)
  const details = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const message = details.length === 0 ? error.message : `${error.message}: ${details.join('; ')}`
  return { message, fix: error.code === 'channel_not_available' ? openChannels : null }
}

/** A failed item leaves on no output, so that the next run tries it again; when all fail, the run fails. */
export async function actOnItems<Params>(
  items: readonly WorkflowItem[],
  context: NodeContext<NodePorts, Params>,
  act: (item: WorkflowItem, at: number, params: Params) => Promise<WorkflowItem>,
  { notes = () => [], atOnce = 1 }: { notes?: () => readonly string[]; atOnce?: number } = {},
): Promise<NodeResult> {
  const main: WorkflowItem[] = []
  const problems: Problem[] = []
  for (let start = 0; start < items.length && !context.signal.aborted; start += atOnce) {
    if (context.due()) await context.yield()
    // An expression without a value fails the node, not one item.
    const batch = items
      .slice(start, start + atOnce)
      .map((item, offset) => [item, start + offset, context.paramsFor(start + offset)] as const)
    const outcomes = await Promise.allSettled(batch.map(async (each) => act(...each)))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') main.push(outcome.value)
      else {
        const problem = problemOf(outcome.reason)
        if (problem === undefined) throw outcome.reason
        problems.push(problem)
      }
    }
  }
  const [first] = problems
  if (first !== undefined && main.length === 0) {
    const others = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    return { halt: { success: false, message: first.message + others, fix: first.fix } }
  }
  const failed = first === undefined ? [] : [`${problems.length} of ${items.length} failed: ${first.message}`]
  return { outputs: { main }, message: [...notes(), ...failed].join('; ') }
}
