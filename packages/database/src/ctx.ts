import type { OrgPrincipal, Principal } from '@atrium/contracts'
import type { Transaction } from 'kysely'

/** The principal and an optional transaction to join. A handler's call has this shape. */
export interface Ctx<DB, P extends Principal = OrgPrincipal> {
  principal: P
  tx?: Transaction<DB> | undefined
}
