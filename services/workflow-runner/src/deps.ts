import type { Principal } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { RunnerSettings } from './config.ts'
import type { Db, Transaction } from './database.ts'
import type { Registry } from './nodes/registry.ts'
import type { Sealing } from './webhooks/seal.ts'
import type { HeavyTurns } from './worker/heavy-turns.ts'

/** What the verbs of this service need. */
export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  settings: RunnerSettings
  registry: Registry
  /** `${env:NAME}` values that graphs may use. */
  env: Readonly<Record<string, unknown>>
  /** For what may hold the process for long. */
  heavyTurns: HeavyTurns
  /** Of webhook endpoints. */
  secrets: Sealing
}

/** Who asks, and the transaction to join when there is one. */
export interface Ctx<P extends Principal = Principal> {
  principal: P
  tx?: Transaction | undefined
}
