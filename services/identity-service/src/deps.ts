import type { NewId, OrgPrincipal, Principal } from '@atrium/contracts'
import type { Ctx as DatabaseCtx } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { Logger } from 'pino'
import type { PasswordHashing } from './auth/passwords/password-hashing.ts'
import type { IdentityConfig } from './config.ts'
import type { Database, Db, Pool } from './database.ts'
import type { MeLoader } from './principal/principal.db.ts'

export interface Deps {
  readonly db: Db
  /** Also tells the audit triggers who the caller is. better-auth uses this database. */
  readonly attributedDb: Db
  /** For the named statements that run on every request to the platform. */
  readonly pool: Pool
  readonly bus: Bus
  readonly logger: Logger
  readonly config: IdentityConfig
  readonly passwords: PasswordHashing
  readonly me: MeLoader
  now(): Date
  readonly newId: NewId
}

export type Ctx<P extends Principal = OrgPrincipal> = DatabaseCtx<Database, P>
