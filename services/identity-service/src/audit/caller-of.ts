import type { Auth } from '../auth/create-auth.ts'
import type { AuditCaller } from './attributed-database.ts'

const prefix = '/api/auth'

/** better-auth reads the cookie here as for the action, so that none is recorded as another person. */
export async function callerOf(auth: Auth, request: Request): Promise<AuditCaller> {
  const path = new URL(request.url).pathname.slice(prefix.length)
  const { headers } = request
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return { path, userId: found?.user.id, name: found?.user.name }
}
