import type { WorkflowFix } from '@atrium/contracts'

/** A node failure with the node's message, and a remedy if the node knows one. */
export class NodeError extends Error {
  readonly fix: WorkflowFix | null
  readonly usage: unknown
  /**
   * The refused items' indexes, if the node failed because of them. The reason is null if the
   * refusal does not count as an attempt.
   */
  readonly left: readonly { at: number; reason: string | null }[]

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

/**
 * Thrown if the node or run reaches a limit. The node fails as a whole because no single item is to
 * blame.
 */
export class LimitError extends NodeError {}

/**
 * A temporary refusal, for example a daily limit. A retry later or a changed setting resolves it,
 * so it does not count as an attempt for the item.
 */
export class PassingError extends NodeError {}

/** Returns the error for an item that lacks a field. */
export const missingField = (field: string): NodeError => new NodeError(`Missing field "${field}"`)

/** Returns the error for a node that needs an organisation in a run without one. */
export const missingOrg = (): NodeError =>
  new NodeError('This step needs an organisation. Run the workflow in one.', {
    fix: { label: 'Open the accounts', href: '/channels' },
  })

const maxMessage = 2_000

/**
 * Returns a failure's message with the messages of its causes, so a wrapped database error shows
 * the reason and not only the SQL.
 */
export function failureMessage(error: unknown): string {
  const messages: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < 5 && current !== undefined && current !== null; depth += 1) {
    const message = current instanceof Error ? current.message || current.name : String(current)
    if (!messages.some((known) => known.includes(message))) messages.push(message)
    const detail = typeof current === 'object' && 'detail' in current ? current.detail : undefined
    if (typeof detail === 'string' && detail !== '' && !messages.includes(detail))
      messages.push(detail)
    current = current instanceof Error ? current.cause : undefined
  }
  return (messages.join(': ') || 'Unknown error').slice(0, maxMessage)
}
