import type { Auth } from '../auth/create-auth.ts'
import type { AuditCaller } from './attributed-database.ts'

const prefix = '/api/auth'

/**
 * The caller of a request on better-auth's routes; anonymous without a live session. better-auth reads the cookie here
 * as it does for the action, so that no form of a cookie acts as one person and is recorded as another.
 */
export async function callerOf(auth: Auth, request: Request): Promise<AuditCaller> {
  const path = new URL(request.url).pathname.slice(prefix.length)
  const { headers } = request
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return { path, userId: found?.user.id, name: found?.user.name }
}
