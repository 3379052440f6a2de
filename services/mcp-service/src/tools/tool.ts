import type { Operation } from '@atrium/contracts'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import type { JsonObject } from './operation-arguments.ts'

export interface Effects {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether it reaches people or systems outside the organisation: a network, a customer's mailbox. */
  readonly openWorldHint: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  /** For a model: what it does, when not to use it, an example. */
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: Effects
  /** Throws `AtriumError` for a refusal of the platform. */
  run(platform: PlatformCaller, given: JsonObject): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** The answer of the operation; undefined where it has none. */
  readonly value: unknown
  /** The next step for the model, in a sentence. */
  readonly next?: string | undefined
}

/** The effects of an operation by its method; `changed` states what the method does not tell. */
export function effectsOf({ method }: Pick<Operation, 'method'>, changed: Partial<Effects> = {}): Effects {
  const readOnlyHint = method === 'get'
  return {
    readOnlyHint,
    // For the protocol what is not destructive only adds; a change writes over what was there.
    destructiveHint: !readOnlyHint && method !== 'post',
    idempotentHint: method !== 'post',
    openWorldHint: false,
    ...changed,
  }
}
