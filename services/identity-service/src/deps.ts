import type { DatabaseHandle } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PasswordHashing } from './auth/password-hashing.ts'
import type { IdentityConfig } from './config.ts'
import type { IdentityTables } from './database.ts'
import type { MeLoader } from './principal/me-loader.ts'

/** What the verbs and handlers of identity work with. */
export interface Deps {
  readonly db: Kysely<IdentityTables>
  readonly pool: DatabaseHandle<IdentityTables>['pool']
  readonly logger: Logger
  readonly config: IdentityConfig
  readonly passwords: PasswordHashing
  readonly me: MeLoader
}

/** The same, and the way to the other services. */
export interface BusDeps extends Deps {
  readonly bus: Bus
}
