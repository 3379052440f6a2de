import type { Operation } from '@atrium/contracts'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import type { JsonObject } from './operation-arguments.ts'

export interface Effects {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /**
   * True if the tool reaches people or systems outside the organisation, for example a network or a
   * customer's mailbox.
   */
  readonly openWorldHint: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** Tells a model what the tool does, when not to use it, and an example. */
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: Effects
  /** Throws `AtriumError` if the platform rejects the call. */
  run(platform: PlatformCaller, given: JsonObject): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** The operation's response body. Undefined if there is none. */
  readonly value: unknown
  /** The next step for the model, as a sentence. */
  readonly next?: string | undefined
}

/** Returns an operation's effects by its method. `changed` overrides them. */
export function findEffects(
  { method }: Pick<Operation, 'method'>,
  changed: Partial<Effects> = {},
): Effects {
  const readOnlyHint = method === 'get'
  return {
    readOnlyHint,
    // In the protocol, a tool that is not destructive only adds. A change overwrites values, so it
    // is destructive.
    destructiveHint: !readOnlyHint && method !== 'post',
    idempotentHint: method !== 'post',
    openWorldHint: false,
    ...changed,
  }
}
