import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, refuse, requireCaller } from '../guards/hook-context.ts'
import { roleOf } from '../orgs/find-role.ts'
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
  // Tokens are bearer tokens. A DPoP binding would protect nothing because no resource checks it.
  dpop_jkt: z.undefined().optional(),
})

const longestSessionSeconds = 10 * 365 * 86_400

/**
 * Checks the client and its redirect URI, and makes better-auth ask the user for consent every
 * time. The URI must be registered and still be allowed.
 */
export async function prepareAuthorization(deps: Deps, context: HookContext) {
  // better-auth runs this route again internally after the user has agreed.
  if (new URL(context.request?.url ?? 'http://none').pathname !== '/api/auth/oauth2/authorize')
    return
  if (context.request?.method !== 'GET') throw refuse('NOT_FOUND', 'NOT_FOUND', 'Not found')
  const query = parseOrRefuse(Authorization, context.query)
  const registered = await findRedirectUris(deps.db, query.client_id)
  if (registered === undefined)
    throw refuse('BAD_REQUEST', 'INVALID_CLIENT', 'This assistant is not registered')
  if (
    !isRegisteredRedirect(registered, query.redirect_uri) ||
    !isAllowedRedirect(query.redirect_uri, deps.config)
  ) {
    throw refuse(
      'BAD_REQUEST',
      'INVALID_REDIRECT_URI',
      'The assistant did not register this redirect URI',
    )
  }
  const asked = (query.scope ?? '')
    .split(' ')
    .filter((scope) => scope !== '' && scope !== renewalScope)
  const scopes = asked.length === 0 ? grantScopes : asked
  return {
    context: {
      query: {
        prompt: 'consent',
        scope: [...new Set([...scopes, renewalScope])].join(' '),
        resource: query.resource ?? deps.config.assistantsUrl,
        // `max_age` belongs to OpenID Connect, which this server does not offer. An older session
        // would be sent to the sign-in again and again.
        ...(query.max_age === undefined ? {} : { max_age: longestSessionSeconds }),
      },
    },
  }
}

const Consent = z.object({
  accept: z.boolean(),
  scope: z.string().max(500).optional(),
  oauth_query: z.string().max(16_384),
  /** The organisation on the consent page. Defaults to the active one. */
  org_id: z.string().max(200).optional(),
})
const grantsAtMost = 100

/**
 * Checks that the responding user is a member of the active org, and grants only requested scopes.
 * Throws 400 otherwise, and also if the user already has 100 grants.
 */
export async function checkConsent(deps: Deps, context: HookContext): Promise<void> {
  const { accept, oauth_query: query, scope, org_id: shown } = parseOrRefuse(Consent, context.body)
  const { userId, activeOrgId: orgId } = await requireCaller(context)
  if (!accept) return
  const role = orgId === undefined ? undefined : await roleOf(deps.db, { orgId, userId })
  if (orgId === undefined || role === undefined) {
    throw refuse(
      'BAD_REQUEST',
      'NO_ACTIVE_ORGANIZATION',
      'No organisation is active. Choose one first.',
    )
  }
  if (shown !== undefined && shown !== orgId) {
    throw refuse(
      'BAD_REQUEST',
      'CONSENT_ORG_CHANGED',
      'You have switched to another organisation. Allow the assistant again.',
    )
  }
  const request = new URLSearchParams(query)
  const asked = (request.get('scope') ?? '').split(' ')
  const allowed = (scope ?? grantScopes[0]).split(' ')
  if (!grantScopes.some((one) => allowed.includes(one))) {
    throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'scope: Allow the assistant at least to read')
  }
  if (scope !== undefined && !allowed.every((one) => asked.includes(one))) {
    throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'scope: The assistant did not ask for this')
  }
  const grant = { userId, orgId, clientId: request.get('client_id') ?? '' }
  if (!(await hasRoomForGrant(deps.db, grant, grantsAtMost))) {
    throw refuse(
      'BAD_REQUEST',
      'TOO_MANY_GRANTS',
      'You can have at most 100 assistants. Disconnect one first.',
    )
  }
}

const refreshTokenForm = /^atmr_[\w.-]{1,500}$/

const RefreshRequest = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string(),
})
const Renewal = z.object({
  grant_type: z.literal('refresh_token'),
  scope: z.string().min(1).max(500),
})

/**
 * Rejects text that is no refresh token as `invalid_grant`, and adds the renewal scope to a refresh
 * request. Without that scope the provider would neither rotate the next token nor notice a reused
 * token.
 */
export function prepareToken(_deps: Deps, context: HookContext) {
  const asked = RefreshRequest.safeParse(context.body)
  if (asked.success && !refreshTokenForm.test(asked.data.refresh_token)) {
    throw oauthRefusal('invalid_grant', 'This refresh token is not valid')
  }
  const renewal = Renewal.safeParse(context.body)
  if (!renewal.success) return
  const scopes = new Set([...renewal.data.scope.split(' '), renewalScope])
  return { context: { body: { scope: [...scopes].join(' ') } } }
}

/**
 * Removes the renewal scope from the scopes of an issued token, because the client did not request
 * it.
 */
export async function filterToken(
  _deps: Deps,
  _context: HookContext,
  answer: unknown,
): Promise<unknown> {
  const token = z.looseObject({ scope: z.string() }).safeParse(answer)
  if (!token.success) return undefined
  const scope = token.data.scope.split(' ').filter((one) => one !== renewalScope)
  return { ...token.data, scope: scope.join(' ') }
}
