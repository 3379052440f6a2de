import type {
  ChangeAuthor,
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
  /** A time zone as SQL can use it. */
  readKnownZone: ReadKnownZone
  now(): Date
  config: BoardConfig
}

/** The parsed input and output of a call by another service. */
export type InputOf<R extends RpcDefinition> = ReturnType<R['input']['parse']>
export type OutputOf<R extends RpcDefinition> = ReturnType<R['output']['parse']>

/** The caller, and the transaction to join when there is one; `agent` names the agent that acts for the principal. */
export type Ctx<P extends Principal = OrgPrincipal> = BaseCtx<BoardDatabase, P> & {
  agent?: string | undefined
  /** The run in which a workflow acts. */
  runId?: string | undefined
}

/** The context of an agent (a workflow, a visitor's form, the board itself) that acts for a user of an org. */
export const agentCtx = (orgId: string, userId: string, agent = 'workflow'): Ctx => ({
  principal: { userId, orgId, role: 'member', isAdmin: false, via: 'session', credentialId: agent },
  agent,
})

export const toAuthor = ({ principal, agent }: Ctx): TimelineAuthor =>
  agent === undefined ? { type: 'user', id: principal.userId } : { type: 'agent', id: agent }

/** The author of a change: the signing author, with the API key, the assistant or the run where there is one. */
export function toChangeAuthor(ctx: Ctx): ChangeAuthor {
  const { via, credentialId } = ctx.principal
  if (ctx.agent !== undefined) {
    return { ...toAuthor(ctx), ...(ctx.runId === undefined ? {} : { runId: ctx.runId }) }
  }
  if (via === 'session') return toAuthor(ctx)
  return { ...toAuthor(ctx), via, ...(via === 'api_key' ? { keyId: credentialId } : {}) }
}

export const boardAuthor: ChangeAuthor = { type: 'agent', id: 'board' }

/** The author of a claim's changes: the member who asked for it, else the workflow; with the run if it names one. */
export const toPublisher = (
  { runId }: { runId?: string | undefined },
  publisher?: PostPublisher | null,
): ChangeAuthor => ({
  type: publisher == null ? 'agent' : 'user',
  id: publisher == null ? 'workflow' : publisher.id,
  ...(runId === undefined ? {} : { runId }),
})
