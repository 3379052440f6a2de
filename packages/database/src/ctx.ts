import type { OrgPrincipal, Principal } from '@atrium/contracts'
import type { Transaction } from 'kysely'

/** The caller and the transaction to join, if any; the call of a mounted handler is one. */
export interface Ctx<DB, P extends Principal = OrgPrincipal> {
  principal: P
  tx?: Transaction<DB> | undefined
}
