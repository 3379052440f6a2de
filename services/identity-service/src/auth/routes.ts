import { commonErrors, getAuthProviders } from '@atrium/contracts'
import { wakeOutbox } from '@atrium/database'
import { type AppEnv, checkShape, isForm, mount, readBytes } from '@atrium/http'
import type { Context, Hono } from 'hono'
import { clientOauthPaths, isClosedOauthPath } from '../assistants/oauth-server.ts'
import { asCaller } from '../audit/attributed-database.ts'
import { findCaller } from '../audit/find-caller.ts'
import type { Deps } from '../deps.ts'
import { settleInvitationMail } from '../mails/invitation-mail.ts'
import { checkOrigin } from './limits/origin-rule.ts'
import type { OpenAuth } from './open-auth.ts'
import { requireDatabase } from './probe.db.ts'
import { authProblem } from './problems/auth-problem.ts'
import { faultOfCaller, toRefusal } from './problems/refusals.ts'
import { refusalOfRemovedOwner } from './problems/removed-owner.ts'

const prefix = '/api/auth'
/** Routes for the identity provider. */
const ofProvider = /^\/api\/auth\/(?:sign-in\/(?:social|oauth2)|(?:oauth2\/)?callback\/[^/]+)$/

/** Opened with GET. It can end the account's other sessions, and their streams with them. */
const verificationLink = '/verify-email'

/**
 * Routes that turn a provider's posted response into the query of a `Location` header. The body is
 * limited because headers are.
 */
const callback = /^\/api\/auth\/callback\//
const longestCallback = 8_192

/** Adds better-auth's routes. Its error responses and failures become problems. */
export function authRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  auth: Omit<OpenAuth, 'background'>,
): void {
  mount(app, getAuthProviders, async () => ({
    signin: deps.config.signin !== undefined,
    passkey: true,
  }))
  app.on(['GET', 'POST'], `${prefix}/*`, async (c) => {
    c.set('operation', 'auth')
    const path = c.req.path.slice(prefix.length)
    if (isClosedOauthPath(path)) throw commonErrors.not_found()
    const ofClients = clientOauthPaths.has(path)
    if (c.req.method === 'POST' && !ofClients)
      checkOrigin(c.req.raw.headers, deps.config.trustedOrigins)
    const { request, body } = await bounded(c)
    // Programs from any origin call these routes, so a browser's cookie is not meant for them. A
    // proof of possession (RFC 9449) would bind the token, but the resource accepts it as a plain
    // bearer token.
    if (ofClients) for (const name of ['cookie', 'dpop']) request.headers.delete(name)
    // Makes better-auth redirect in every case. It would send the address as JSON to a script.
    if (path === '/oauth2/authorize') {
      request.headers.set('accept', 'text/html')
      request.headers.set('sec-fetch-mode', 'navigate')
    }
    if (ofProvider.test(c.req.path)) await auth.reach()
    const handle = () =>
      deps.passwords.withRequest(() => auth.current().handler(request)).catch(toRefusal)
    const audited = c.req.method === 'POST' || ofProvider.test(c.req.path)
    // better-auth does not report that the database is down.
    const caller = () =>
      findCaller(auth.current(), request).catch(async (error: unknown) => {
        await requireDatabase(deps.db)
        throw error
      })
    const given = await (audited ? asCaller(await caller(), handle) : handle())
    await settleInvitationMail(deps, request, given.status >= 400)
    const answer =
      (await refusalOfRemovedOwner(deps, auth.current(), { request, body, answer: given })) ?? given
    const doubtful = answer.status === 401 && c.req.header('cookie') !== undefined
    if (doubtful || answer.status >= 500) await requireDatabase(deps.db)
    const settled = answer.status >= 500 ? await faultOfCaller(answer) : answer
    if (settled === undefined)
      throw commonErrors.internal({ cause: new Error('better-auth answered 500') })
    if (audited || path === verificationLink) wakeOutbox(deps.db)
    return settled.status < 400 || (ofClients && settled.status < 500)
      ? settled
      : authProblem(settled, c.var.requestId)
  })
}

/** Reads the body within the size and depth limits. */
async function bounded(c: Context<AppEnv>): Promise<{ request: Request; body: Uint8Array }> {
  const { url, method, headers } = c.req.raw
  if (method !== 'POST')
    return { request: new Request(url, { method, headers }), body: new Uint8Array() }
  const body = await readBytes(c.req.raw)
  if (callback.test(c.req.path) && body.byteLength > longestCallback)
    throw commonErrors.payload_too_large()
  if (!isForm(c.req.raw)) checkShape(body)
  return {
    request: new Request(url, { method, headers, ...(body.byteLength === 0 ? {} : { body }) }),
    body,
  }
}
