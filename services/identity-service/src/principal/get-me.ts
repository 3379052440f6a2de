import { commonErrors, type Me, type Principal } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { prolongWithCookie } from './prolong-session.ts'

export interface MeAnswer {
  me: Me
  /** `Set-Cookie` of a session that was due for prolongation. */
  setCookie: string | undefined
}

/** The caller as people know them: names beside the ids of the principal. Those of one burst share a query; one write a day. */
export async function getMe(deps: Deps, { principal }: { principal: Principal }): Promise<MeAnswer> {
  const row = await deps.me.load(principal)
  if (row === undefined) throw commonErrors.unauthenticated()
  const { orgId, orgName, slug } = row
  const { role, isAdmin, via } = principal
  const named = orgId !== null && orgName !== null && slug !== null && role !== null
  return {
    me: {
      user: { id: principal.userId, name: row.name, email: row.email, isAdmin },
      org: named ? { id: orgId, name: orgName, slug, role } : null,
      via,
    },
    setCookie: row.due ? await prolongWithCookie(deps, principal.credentialId) : undefined,
  }
}
