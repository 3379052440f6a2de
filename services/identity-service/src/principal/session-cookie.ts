import type { IdentityConfig } from '../config.ts'
import { signedCookieValue } from './credentials.ts'

/** The session cookie's name, in production too (docs/reference/identity.md, "Callers"). */
const sessionCookieName = 'atrium.session_token'

const day = 86_400

/** In seconds. A session lasts a week and is prolonged at most once a day. */
export const sessionLifetime = { expiresIn: 7 * day, updateAge: day } as const

/**
 * Sets the names and attributes of better-auth's cookies. better-auth's own `Secure` switch would
 * also add a prefix to the names.
 */
export const cookieOptions = (config: Pick<IdentityConfig, 'production'>) => ({
  cookiePrefix: 'atrium',
  useSecureCookies: false,
  defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, secure: config.production },
})

export function readSessionCookie(cookies: string | null | undefined): string | undefined {
  const prefix = `${sessionCookieName}=`
  const pair = cookies?.split(';').find((each) => each.trim().startsWith(prefix))
  return pair?.trim().slice(prefix.length)
}

/** Returns the `Set-Cookie` header for a session's new week. */
export function sessionSetCookie(token: string, { secret, production }: IdentityConfig): string {
  const secure = production ? '; Secure' : ''
  const value = signedCookieValue(token, secret)
  return `${sessionCookieName}=${value}; Max-Age=${sessionLifetime.expiresIn}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
