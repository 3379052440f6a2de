import type {
  ChangeAuthor,
  NewId,
  OrgPrincipal,
  PostPublisher,
  Principal,
  RpcDefinition,
  TimelineAuthor,
} from '@atrium/contracts'
import type { Ctx as BaseCtx, ReadKnownZone } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { BoardConfig } from './config.ts'
import type { BoardDatabase, Db } from './database.ts'

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  readKnownZone: ReadKnownZone
  now(): Date
  newId: NewId
  config: BoardConfig
}

/** The parsed input and output of a call by another service. */
export type InputOf<R extends RpcDefinition> = ReturnType<R['input']['parse']>
export type OutputOf<R extends RpcDefinition> = ReturnType<R['output']['parse']>

/**
 * The caller, and the transaction to join if there is one. `agent` names the agent that acts for
 * the principal.
 */
export type Ctx<P extends Principal = OrgPrincipal> = BaseCtx<BoardDatabase, P> & {
  agent?: string | undefined
  /** The workflow run, if one acts. */
  runId?: string | undefined
}

/**
 * Returns the context for an agent that acts for an org's user: a workflow, a visitor's form or the
 * board itself.
 */
export const agentCtx = (orgId: string, userId: string, agent = 'workflow'): Ctx => ({
  principal: { userId, orgId, role: 'member', isAdmin: false, via: 'session', credentialId: agent },
  agent,
})

export const toAuthor = ({ principal, agent }: Ctx): TimelineAuthor =>
  agent === undefined ? { type: 'user', id: principal.userId } : { type: 'agent', id: agent }

/** Returns a change's author, with the API key, the assistant or the run if there is one. */
export function toChangeAuthor(ctx: Ctx): ChangeAuthor {
  const { via, credentialId } = ctx.principal
  if (ctx.agent !== undefined) {
    return { ...toAuthor(ctx), ...(ctx.runId === undefined ? {} : { runId: ctx.runId }) }
  }
  if (via === 'session') return toAuthor(ctx)
  return { ...toAuthor(ctx), via, ...(via === 'api_key' ? { keyId: credentialId } : {}) }
}

export const boardAuthor: ChangeAuthor = { type: 'agent', id: 'board' }

/**
 * Returns the author of a claim's changes. This is the member who published the post, or the workflow
 * if no member did. Includes the run if the claim names one.
 */
export const toPublisher = (
  { runId }: { runId?: string | undefined },
  publisher?: PostPublisher | null,
): ChangeAuthor => ({
  type: publisher == null ? 'agent' : 'user',
  id: publisher == null ? 'workflow' : publisher.id,
  ...(runId === undefined ? {} : { runId }),
})

export type IdSource = Pick<Deps, 'newId'>
