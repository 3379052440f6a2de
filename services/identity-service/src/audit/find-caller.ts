import type { Auth } from '../auth/create-auth.ts'
import type { AuditCaller } from './attributed-database.ts'

const prefix = '/api/auth'

/**
 * Returns the caller of a request. better-auth reads the cookie here exactly as it does for the
 * action itself, so no action is recorded under another user's name.
 */
export async function findCaller(auth: Auth, request: Request): Promise<AuditCaller> {
  const path = new URL(request.url).pathname.slice(prefix.length)
  const { headers } = request
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return { path, userId: found?.user.id, name: found?.user.name }
}
