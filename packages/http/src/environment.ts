import type { Principal } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type { HttpBindings } from '@hono/node-server'
import type { Transaction } from 'kysely'

export interface Variables {
  requestId: string
  principal: Principal | null
  /** The operation name for the log line and metrics. */
  operation: string
  /** The transaction of an idempotent request. It also commits the stored response. */
  tx: Transaction<PlatformTables> | undefined
}

export type AppEnv = { Variables: Variables; Bindings: HttpBindings }
