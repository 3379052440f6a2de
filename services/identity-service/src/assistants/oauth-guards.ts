import { createHash } from 'node:crypto'
import { inTransaction } from '@atrium/database'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, refuse, requireCaller } from '../guards/hook-context.ts'
import { roleOf } from '../orgs/role-of.ts'
import { answerConsent, findRedirectUris } from './assistants.db.ts'
import { grantScopes, renewalScope } from './oauth-server.ts'
import { isAllowedRedirect, isLoopback } from './redirect-rule.ts'

/** A refusal in the form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
const oauthRefusal = (error: string, description: string): APIError =>
  new APIError('BAD_REQUEST', { error, error_description: description })

const longText = z.string().max(2_048).optional()
const Registration = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().max(200).optional(),
  client_uri: longText,
  logo_uri: longText,
  tos_uri: longText,
  policy_uri: longText,
  software_id: longText,
  software_version: longText,
  software_statement: longText,
  contacts: z.array(z.string().max(320)).max(10).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).optional(),
  application_type: z.enum(['web', 'native']).optional(),
})
/** Metadata that would make the server call addresses of the client's choice, or that asks for what it does not enforce. */
const refusedMetadata = [
  'dpop_bound_access_tokens',
  'jwks',
  'jwks_uri',
  'backchannel_logout_uri',
  'post_logout_redirect_uris',
] as const

/** Only clients that redirect to allowed hosts register. A client at the person's machine needs no `application_type`. */
export function prepareRegistration({ config }: Deps, context: HookContext) {
  const parsed = Registration.safeParse(context.body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const error = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw oauthRefusal(error, `${issue?.path.map(String).join('.')}: ${issue?.message}`)
  }
  const { redirect_uris: uris, application_type: type, grant_types: grants } = parsed.data
  const refused = refusedMetadata.find((name) => parsed.data[name] !== undefined)
  if (refused !== undefined) throw oauthRefusal('invalid_client_metadata', `${refused} is not supported`)
  if (!uris.every((uri) => isAllowedRedirect(uri, config))) {
    throw oauthRefusal('invalid_redirect_uri', 'A redirect URI is not at an allowed host')
  }
  return {
    context: {
      body: {
        application_type: type ?? (uris.some(isLoopback) ? 'native' : 'web'),
        grant_types: grants ?? ['authorization_code', 'refresh_token'],
      },
    },
  }
}

const Authorization = z.looseObject({
  client_id: z.string().max(200),
  redirect_uri: z.string().max(2_048),
  scope: z.string().max(500).optional(),
  resource: z.union([z.string().max(2_048), z.array(z.string().max(2_048)).max(5)]).optional(),
  state: z.string().max(2_048).optional(),
  code_challenge: z.string().max(200).optional(),
  // Tokens are bearer tokens: a binding that no resource checks would only seem to be one.
  dpop_jkt: z.undefined().optional(),
})

/**
 * Every request for a grant is shown to the person, for the resource of assistants and renewable. Its redirect URI is
 * exactly one that the client registered, at a host that is allowed now.
 */
export async function prepareAuthorization(deps: Deps, context: HookContext) {
  // better-auth runs this route again by itself, once the person has agreed.
  if (new URL(context.request?.url ?? 'http://none').pathname !== '/api/auth/oauth2/authorize') return
  if (context.request?.method !== 'GET') throw refuse('NOT_FOUND', 'NOT_FOUND', 'Not found')
  const query = parseOrRefuse(Authorization, context.query)
  const registered = await findRedirectUris(deps.db, query.client_id)
  if (registered === undefined) throw refuse('BAD_REQUEST', 'INVALID_CLIENT', 'There is no such client')
  if (!registered.includes(query.redirect_uri) || !isAllowedRedirect(query.redirect_uri, deps.config)) {
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
const requestLivesSeconds = 15 * 60

/** A member of the active org answers a request once. */
export async function checkConsent(deps: Deps, context: HookContext): Promise<void> {
  const { accept, oauth_query: query, scope, org_id: shown } = parseOrRefuse(Consent, context.body)
  const caller = await requireCaller(context)
  if (accept) {
    const orgId = caller.activeOrgId
    const role = orgId === undefined ? undefined : await roleOf(deps, { orgId, userId: caller.userId })
    if (role === undefined) throw refuse('BAD_REQUEST', 'NO_ACTIVE_ORGANIZATION', 'No active organisation')
    const allowed = (scope ?? '').split(' ')
    if (shown !== undefined && shown !== orgId) {
      throw refuse(
        'BAD_REQUEST',
        'CONSENT_ORG_CHANGED',
        'Another organisation is active by now; allow it again',
      )
    }
    if (scope !== undefined && !grantScopes.some((one) => allowed.includes(one))) {
      throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'scope: Allow to read at least')
    }
  }
  const signature = createHash('sha256')
    .update(new URLSearchParams(query).get('sig') ?? '')
    .digest('base64url')
  const first = await inTransaction(deps.db, undefined, (tx) =>
    answerConsent(tx, signature, requestLivesSeconds),
  )
  if (!first) throw refuse('BAD_REQUEST', 'CONSENT_ANSWERED', 'This request has been answered already')
}

const Renewal = z.object({ grant_type: z.literal('refresh_token'), scope: z.string().min(1).max(500) })

/**
 * A renewal that names scopes keeps the one that the server asked for itself: without it the provider would neither
 * rotate the next refresh token nor notice its reuse.
 */
export function prepareToken(_deps: Deps, context: HookContext) {
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
