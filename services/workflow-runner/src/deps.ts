import type { NewId, OrgPlan, OrgPrincipal, Principal } from '@atrium/contracts'
import type { Ctx as DatabaseCtx } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Logger } from 'pino'
import type { RunnerConfig } from './config.ts'
import type { Db, WorkflowDatabase } from './database.ts'
import type { Pace } from './engine/index.ts'
import type { Registry } from './nodes/registry.ts'

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  config: RunnerConfig
  now(): Date
  newId: NewId
  registry: Registry
  /** The event loop turns of this process's runs and graph checks, by lane. */
  turns(lane: string): Pace
  planOf(orgId: string): Promise<OrgPlan>
  secrets: SealedSecrets
}

export type Ctx<P extends Principal = OrgPrincipal> = DatabaseCtx<WorkflowDatabase, P>

export type IdSource = Pick<Deps, 'now' | 'newId'>
