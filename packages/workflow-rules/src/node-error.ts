import type { WorkflowFix } from '@atrium/contracts'

/** A failure with a message of the node, and the remedy when the node knows it. */
export class NodeError extends Error {
  readonly fix: WorkflowFix | null
  readonly usage: unknown
  /** The items that the node refused, by their indexes, if it failed because of them. */
  readonly left: readonly { at: number; reason: string }[]

  constructor(message: string, init: NodeErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'NodeError'
    this.fix = init.fix ?? null
    this.usage = init.usage ?? null
    this.left = init.left ?? []
  }
}

interface NodeErrorInit {
  fix?: WorkflowFix
  usage?: unknown
  cause?: unknown
  left?: NodeError['left']
}

/** A limit of the node or its run is reached, so the node fails as a whole and no single item is to blame. */
export class LimitError extends NodeError {}

/** A refusal that passes by itself or with a setting, such as a daily limit: it counts as no attempt with the item. */
export class PassingError extends NodeError {}

/** The failure of a node whose item lacks a field. */
export const missingField = (field: string): NodeError => new NodeError(`Missing field "${field}"`)

/** The failure of a node that needs an org in a run without one. */
export const missingOrg = (): NodeError =>
  new NodeError('This node acts for an organisation, and the run has none', {
    fix: { label: 'Open channels', href: '/channels' },
  })

const maxMessage = 2_000

/**
 * The message of a failure with those of its causes, so that a wrapped database error shows the reason and not only the
 * SQL.
 */
export function failureMessage(error: unknown): string {
  const messages: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < 5 && current !== undefined && current !== null; depth += 1) {
    const message = current instanceof Error ? current.message || current.name : String(current)
    if (!messages.some((known) => known.includes(message))) messages.push(message)
    const detail = typeof current === 'object' && 'detail' in current ? current.detail : undefined
    if (typeof detail === 'string' && detail !== '' && !messages.includes(detail)) messages.push(detail)
    current = current instanceof Error ? current.cause : undefined
  }
  return (messages.join(': ') || 'Unknown error').slice(0, maxMessage)
}
