import type { OrgPrincipal, Principal } from '@atrium/contracts'
import type { Transaction } from 'kysely'

/**
 * Who asks, and the transaction to join when there is one. What `mount` hands to a handler is one, so a route passes
 * its call on as it is.
 */
export interface Ctx<DB, P extends Principal = OrgPrincipal> {
  principal: P
  tx?: Transaction<DB> | undefined
}
