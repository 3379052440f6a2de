import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, refuse, requireCaller } from '../guards/hook-context.ts'
import { roleOf } from '../orgs/role-of.ts'
import { findRedirectUris, hasRoomForGrant } from './assistants.db.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { grantScopes, renewalScope } from './oauth-server.ts'
import { isAllowedRedirect, isRegisteredRedirect } from './redirect-rule.ts'

const Authorization = z.looseObject({
  client_id: z.string().max(200),
  redirect_uri: z.string().max(2_048),
  scope: z.string().max(500).optional(),
  resource: z.union([z.string().max(2_048), z.array(z.string().max(2_048)).max(5)]).optional(),
  state: z.string().max(2_048).optional(),
  code_challenge: z.string().max(200).optional(),
  max_age: z.string().optional(),
  // Tokens are bearer tokens: a binding that no resource checks would only seem to be one.
  dpop_jkt: z.undefined().optional(),
})

const longestSessionSeconds = 10 * 365 * 86_400

/** Every request for a grant is shown to the person; its redirect URI is registered and allowed now. */
export async function prepareAuthorization(deps: Deps, context: HookContext) {
  // better-auth runs this route again by itself, once the person has agreed.
  if (new URL(context.request?.url ?? 'http://none').pathname !== '/api/auth/oauth2/authorize') return
  if (context.request?.method !== 'GET') throw refuse('NOT_FOUND', 'NOT_FOUND', 'Not found')
  const query = parseOrRefuse(Authorization, context.query)
  const registered = await findRedirectUris(deps.db, query.client_id)
  if (registered === undefined) throw refuse('BAD_REQUEST', 'INVALID_CLIENT', 'There is no such client')
  if (
    !isRegisteredRedirect(registered, query.redirect_uri) ||
    !isAllowedRedirect(query.redirect_uri, deps.config)
  ) {
    throw refuse('BAD_REQUEST', 'INVALID_REDIRECT_URI', 'The redirect URI is not one of the client')
  }
  const asked = (query.scope ?? '').split(' ').filter((scope) => scope !== '' && scope !== renewalScope)
  const scopes = asked.length === 0 ? grantScopes : asked
  return {
    context: {
      query: {
        prompt: 'consent',
        scope: [...new Set([...scopes, renewalScope])].join(' '),
        resource: query.resource ?? deps.config.assistantsUrl,
        // A parameter of OpenID Connect, which is not spoken: an older session would be asked again and again.
        ...(query.max_age === undefined ? {} : { max_age: longestSessionSeconds }),
      },
    },
  }
}

const Consent = z.object({
  accept: z.boolean(),
  scope: z.string().max(500).optional(),
  oauth_query: z.string().max(16_384),
  /** The organisation that the person was shown; the active one unless given. */
  org_id: z.string().max(200).optional(),
})
const grantsAtMost = 100

/** A member of the active org answers, for scopes that were asked for. */
export async function checkConsent(deps: Deps, context: HookContext): Promise<void> {
  const { accept, oauth_query: query, scope, org_id: shown } = parseOrRefuse(Consent, context.body)
  const { userId, activeOrgId: orgId } = await requireCaller(context)
  if (!accept) return
  const role = orgId === undefined ? undefined : await roleOf(deps.db, { orgId, userId })
  if (orgId === undefined || role === undefined) {
    throw refuse('BAD_REQUEST', 'NO_ACTIVE_ORGANIZATION', 'No active organisation')
  }
  if (shown !== undefined && shown !== orgId) {
    throw refuse(
      'BAD_REQUEST',
      'CONSENT_ORG_CHANGED',
      'Another organisation is active by now; allow it again',
    )
  }
  const request = new URLSearchParams(query)
  const asked = (request.get('scope') ?? '').split(' ')
  const allowed = (scope ?? grantScopes[0]).split(' ')
  if (!grantScopes.some((one) => allowed.includes(one))) {
    throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'scope: Allow to read at least')
  }
  if (scope !== undefined && !allowed.every((one) => asked.includes(one))) {
    throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'scope: The assistant did not ask for this')
  }
  const grant = { userId, orgId, clientId: request.get('client_id') ?? '' }
  if (!(await hasRoomForGrant(deps.db, grant, grantsAtMost))) {
    throw refuse('BAD_REQUEST', 'TOO_MANY_GRANTS', 'Disconnect an assistant first; nobody has more than 100')
  }
}

/** The form of the refresh tokens that this server issues. */
const refreshTokenForm = /^atmr_[\w.-]{1,500}$/

const RefreshRequest = z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() })
const Renewal = z.object({ grant_type: z.literal('refresh_token'), scope: z.string().min(1).max(500) })

/** A text that is no refresh token is refused as an invalid one. Without its own scope in a renewal the provider would neither rotate the next token nor notice its reuse. */
export function prepareToken(_deps: Deps, context: HookContext) {
  const asked = RefreshRequest.safeParse(context.body)
  if (asked.success && !refreshTokenForm.test(asked.data.refresh_token)) {
    throw oauthRefusal('invalid_grant', 'This is no refresh token of this server')
  }
  const renewal = Renewal.safeParse(context.body)
  if (!renewal.success) return
  const scopes = new Set([...renewal.data.scope.split(' '), renewalScope])
  return { context: { body: { scope: [...scopes].join(' ') } } }
}

/** The scopes of an issued token, without the one that the server asked for itself. */
export async function filterToken(_deps: Deps, _context: HookContext, answer: unknown): Promise<unknown> {
  const token = z.looseObject({ scope: z.string() }).safeParse(answer)
  if (!token.success) return undefined
  const scope = token.data.scope.split(' ').filter((one) => one !== renewalScope)
  return { ...token.data, scope: scope.join(' ') }
}
