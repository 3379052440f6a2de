import type { OrgPrincipal, Principal } from '@atrium/contracts'
import type { Transaction } from 'kysely'

/**
 * The caller and the transaction to join, if any. The call that `mount` passes to a handler is a `Ctx`.
 */
export interface Ctx<DB, P extends Principal = OrgPrincipal> {
  principal: P
  tx?: Transaction<DB> | undefined
}
