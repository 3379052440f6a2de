import type { OrgPrincipal, TimelineAuthor } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { Db, Tx } from './database.ts'
import type { Settings } from './settings.ts'

/** What every verb is given. */
export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  clock: () => Date
  settings: Settings
}

/** What connect says of channels: this person may use it, somebody else's, or none of the org. */
export type ChannelVerdicts = Map<string, 'usable' | 'refused' | 'absent'>

/** On whose behalf a verb acts; `tx` when its effects join a transaction that is open. */
export interface Ctx {
  orgId: string
  /** Who becomes the owner of what is created, and whose right to channels counts. */
  userId: string
  author: TimelineAuthor
  tx?: Tx | undefined
  /** What was asked of channels during this call. */
  channels?: ChannelVerdicts | undefined
}

/** The context of a request. */
export const ctxOf = (principal: OrgPrincipal, tx?: Tx): Ctx => ({
  orgId: principal.orgId,
  userId: principal.userId,
  author: { type: 'user', id: principal.userId },
  tx,
})

/** The context of another service that acts for a user. */
export const agentCtx = (orgId: string, userId: string, agent = 'workflow'): Ctx => ({
  orgId,
  userId,
  author: { type: 'agent', id: agent },
})
