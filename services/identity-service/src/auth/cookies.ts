import type { IdentityConfig } from '../config.ts'

/** The session's cookie, in production too; docs/reference/identity.md, "Callers". */
export const sessionCookieName = 'atrium.session_token'

const day = 86_400

/** Seconds: a session lasts a week and is prolonged at most once a day. */
export const sessionLifetime = { expiresIn: 7 * day, updateAge: day } as const

/** Names and attributes of better-auth's cookies. Its own `Secure` switch would also prefix the names. */
export const cookieOptions = (config: Pick<IdentityConfig, 'production'>) => ({
  cookiePrefix: 'atrium',
  useSecureCookies: false,
  defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, secure: config.production },
})
