import { commonErrors, type Me, type Principal } from '@atrium/contracts'
import type { Deps } from '../deps.ts'

interface MeRow {
  name: string
  email: string
  orgId: string | null
  orgName: string | null
  slug: string | null
}

const query = {
  name: 'me',
  text: `select u.name, u.email, o.id as "orgId", o.name as "orgName", o.slug
    from "user" u left join organization o on o.id = $2
    where u.id = $1`,
}

/** The caller as people know them: names beside the ids of the principal. One query. */
export async function getMe(deps: Deps, { principal }: { principal: Principal }): Promise<Me> {
  const { rows } = await deps.pool.query<MeRow>({ ...query, values: [principal.userId, principal.orgId] })
  const row = rows[0]
  if (row === undefined) throw commonErrors.unauthenticated()
  const { orgId, orgName, slug } = row
  const { role, isAdmin, via } = principal
  return {
    user: { id: principal.userId, name: row.name, email: row.email, isAdmin },
    org:
      orgId === null || orgName === null || slug === null || role === null
        ? null
        : { id: orgId, name: orgName, slug, role },
    via,
  }
}
