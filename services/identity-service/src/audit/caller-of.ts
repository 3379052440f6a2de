import type { Deps } from '../deps.ts'
import { sessionTokenOf } from '../principal/credentials.ts'
import { sessionCookieOf } from '../principal/session-cookie.ts'
import type { AuditCaller } from './attributed-database.ts'
import { findSessionUser } from './audit.db.ts'

const prefix = '/api/auth'

/** The caller of a request on better-auth's routes, by its session; anonymous without a live one. */
export async function callerOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
): Promise<AuditCaller> {
  const path = new URL(request.url).pathname.slice(prefix.length)
  const cookie = sessionCookieOf(request.headers.get('cookie'))
  const token = cookie === undefined ? undefined : sessionTokenOf(cookie, config.secret)
  const user = token === undefined ? undefined : await findSessionUser(db, token)
  return { path, userId: user?.id, name: user?.name }
}
