import type { Principal } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Logger } from 'pino'
import type { RunnerSettings } from './config.ts'
import type { Db, Transaction } from './database.ts'
import type { Registry } from './nodes/registry.ts'
import type { HeavyTurns } from './worker/heavy-turns.ts'
import type { PatternMatches } from './worker/pattern-matches.ts'
import type { RunShare } from './worker/run-memory.ts'
import type { RunTurns } from './worker/run-turns.ts'

/** What the verbs of this service need. */
export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  settings: RunnerSettings
  registry: Registry
  /** `${env:NAME}` values that graphs may use. */
  env: Readonly<Record<string, unknown>>
  /** Of webhook endpoints. */
  secrets: SealedSecrets
  /** For what may hold the process for long and is no part of a run. */
  heavyTurns: HeavyTurns
  /** The turns of a run of one lane. */
  turns: (lane: string) => RunTurns
  /** What a run may hold of the process's memory. */
  memory: () => RunShare
  /** Regular expressions that may take long. */
  patterns: PatternMatches
}

/** Who asks, and the transaction to join when there is one. */
export interface Ctx<P extends Principal = Principal> {
  principal: P
  tx?: Transaction | undefined
}
