import { inTransaction } from '@atrium/database'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { HookContext } from '../guards/hook-context.ts'
import {
  countClientsWithoutGrant,
  deleteClientsWithoutGrant,
  putRedirectUris,
} from './assistants.db.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { isAllowedRedirect, isNative, isPrivateUse } from './redirect-rule.ts'

/**
 * Maximum number of clients without a grant. The limit exists because anyone may register a client.
 */
const clientsAtMost = 5_000
/**
 * Minutes for a user to allow a new client: normally `patience`, and `leastPatience` while very
 * many clients register.
 */
const patience = 15
const leastPatience = 2
const metadataAtMost = 16_384

/**
 * Characters that are invisible or reorder the text around them. Zero-width joiners and the emoji
 * variation selector are allowed because Persian spelling and emoji need them.
 */
const unseen =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/u
const letterOrDigit = /[\p{L}\p{N}]/u
const longText = z.string().max(2_048).optional()
const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .optional()
const Registration = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z
    .string()
    .max(200)
    .refine((name) => !unseen.test(name), 'Use only visible characters')
    .refine((name) => letterOrDigit.test(name), 'Use at least one letter or digit')
    .trim()
    .optional(),
  client_uri: webAddress,
  logo_uri: webAddress,
  tos_uri: webAddress,
  policy_uri: webAddress,
  software_id: longText,
  software_version: longText,
  software_statement: longText,
  contacts: z.array(z.string().max(320)).max(10).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(5).optional(),
  token_endpoint_auth_method: z
    .enum(['none', 'client_secret_basic', 'client_secret_post'])
    .optional(),
  application_type: z.enum(['web', 'native']).optional(),
})
/**
 * Rejected metadata. It would make the server call URLs chosen by the client, or it asks for
 * something the server does not enforce.
 */
const refusedMetadata = [
  'dpop_bound_access_tokens',
  'jwks',
  'jwks_uri',
  'backchannel_logout_uri',
  'post_logout_redirect_uris',
] as const

/** Redirect URIs of each request, kept from its check until its response. */
const registering = new WeakMap<Request, { kept: string[]; dropped: string[] }>()

/**
 * Stands in for private schemes during the registration, because better-auth accepts them only in
 * the form of RFC 8252, section 7.1 (`com.example.app:/…`), but editors register `cursor://…`.
 * `completeRegistration` stores the allowed ones afterwards.
 */
const placeholder = 'app.atrium.client:/registered'

const Registered = z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()) })

/**
 * Stores the private schemes of a registered client, and adds the dropped redirect URIs to the
 * response.
 */
export async function completeRegistration(deps: Deps, context: HookContext, answer: unknown) {
  const asked = context.request === undefined ? undefined : registering.get(context.request)
  const registered = Registered.safeParse(answer)
  if (asked === undefined || !registered.success) return undefined
  const { kept, dropped } = asked
  if (kept.some(isPrivateUse)) {
    await inTransaction(deps.db, undefined, (tx) =>
      putRedirectUris(tx, registered.data.client_id, kept),
    )
  }
  return {
    ...registered.data,
    redirect_uris: kept,
    ...(dropped.length > 0 && { dropped_redirect_uris: dropped }),
  }
}

/**
 * Checks a registration and drops redirect URIs with a host or scheme that is not allowed. Throws
 * 400 if none is left or the metadata is invalid, and 429 if too many clients register.
 */
export async function prepareRegistration(deps: Deps, context: HookContext) {
  const parsed = Registration.safeParse(context.body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const error =
      issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw oauthRefusal(error, `${issue?.path.map(String).join('.')}: ${issue?.message}`)
  }
  const {
    redirect_uris: uris,
    application_type: type,
    grant_types: grants,
    client_name: name,
  } = parsed.data
  const refused = refusedMetadata.find((name) => parsed.data[name] !== undefined)
  if (refused !== undefined)
    throw oauthRefusal('invalid_client_metadata', `${refused} is not supported`)
  if (JSON.stringify(parsed.data).length > metadataAtMost) {
    throw oauthRefusal(
      'invalid_client_metadata',
      `The metadata has more than ${metadataAtMost} characters`,
    )
  }
  const kept = uris.filter((uri) => isAllowedRedirect(uri, deps.config))
  if (kept.length === 0) {
    throw oauthRefusal(
      'invalid_redirect_uri',
      'No redirect URI has an allowed host or scheme. Ask the operator to add it to MCP_ALLOWED_REDIRECT_HOSTS.',
    )
  }
  await makeRoom(deps)
  const dropped = uris.filter((uri) => !kept.includes(uri))
  if (context.request !== undefined) registering.set(context.request, { kept, dropped })
  const common = kept.filter((uri) => !isPrivateUse(uri))
  return {
    context: {
      body: {
        ...(name !== undefined && { client_name: name }),
        redirect_uris: common.length === 0 ? [placeholder] : common,
        application_type: kept.some(isNative) ? 'native' : (type ?? 'web'),
        // A program on a user's machine cannot keep a secret. PKCE alone protects its codes (RFC
        // 8252, section 8.4).
        ...(kept.some(isPrivateUse) && { token_endpoint_auth_method: 'none' }),
        grant_types: grants ?? ['authorization_code', 'refresh_token'],
      },
    },
  }
}

/**
 * Keeps the number of clients without a grant below its limit. Concurrent requests may exceed the
 * limit briefly.
 */
async function makeRoom({ db, logger }: Deps): Promise<void> {
  if ((await countClientsWithoutGrant(db)) < clientsAtMost) return
  const rules = { patience, least: leastPatience, most: clientsAtMost / 10 }
  const deleted = await inTransaction(db, undefined, (tx) => deleteClientsWithoutGrant(tx, rules))
  logger.warn({ deleted }, '[assistants] many clients that nobody allows anything')
  if (deleted === 0) {
    const body = {
      error: 'temporarily_unavailable',
      error_description: 'Too many clients register',
    }
    throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(leastPatience * 60) })
  }
}
