import type { Auth } from '../auth/create-auth.ts'
import { requireDatabase } from '../auth/probe.db.ts'
import type { Deps } from '../deps.ts'
import type { AuditCaller } from './attributed-database.ts'

const prefix = '/api/auth'

/**
 * The caller of a request on better-auth's routes; anonymous without a live session. better-auth reads the cookie here
 * as it does for the action, so that no form of a cookie acts as one person and is recorded as another. Throws `unavailable` for a database that is away.
 */
export async function callerOf({ db }: Pick<Deps, 'db'>, auth: Auth, request: Request): Promise<AuditCaller> {
  const path = new URL(request.url).pathname.slice(prefix.length)
  const { headers } = request
  const asked = auth.api.getSession({ headers, query: { disableRefresh: true } })
  const found = await asked.catch(async (error: unknown) => {
    await requireDatabase(db)
    throw error
  })
  return { path, userId: found?.user.id, name: found?.user.name }
}
