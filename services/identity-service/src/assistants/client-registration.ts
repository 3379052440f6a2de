import { inTransaction } from '@atrium/database'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { HookContext } from '../guards/hook-context.ts'
import { countClientsWithoutGrant, deleteClientsWithoutGrant } from './assistants.db.ts'
import { isAllowedRedirect, isLoopback } from './redirect-rule.ts'

/** A refusal in the form of OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2). */
const oauthRefusal = (error: string, description: string): APIError =>
  new APIError('BAD_REQUEST', { error, error_description: description })

/** Clients that nobody allows anything now; anyone may register one, so that their number has a bound. */
const clientsAtMost = 5_000
/** Minutes that a consent may take, and those that it may take while very many clients register. */
const patience = 15
const leastPatience = 2
const metadataAtMost = 16_384

/**
 * Characters that a reader does not see, or that reorder what stands beside them. The joiners, which belong to the spelling
 * of Persian and to pictures, and the choice of a picture's form are none.
 */
const unseen =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?!\u200C|\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/u
const letterOrDigit = /[\p{L}\p{N}]/u
const longText = z.string().max(2_048).optional()
const Registration = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z
    .string()
    .max(200)
    .refine((name) => !unseen.test(name), 'Only visible characters')
    .refine((name) => letterOrDigit.test(name), 'At least one letter or digit')
    .trim()
    .optional(),
  client_uri: longText,
  logo_uri: longText,
  tos_uri: longText,
  policy_uri: longText,
  software_id: longText,
  software_version: longText,
  software_statement: longText,
  contacts: z.array(z.string().max(320)).max(10).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(5).optional(),
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

/** Only clients that redirect to allowed hosts register. Throws 400, and 429 while too many do. */
export async function prepareRegistration(deps: Deps, context: HookContext) {
  const parsed = Registration.safeParse(context.body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const error = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw oauthRefusal(error, `${issue?.path.map(String).join('.')}: ${issue?.message}`)
  }
  const { redirect_uris: uris, application_type: type, grant_types: grants, client_name: name } = parsed.data
  const refused = refusedMetadata.find((name) => parsed.data[name] !== undefined)
  if (refused !== undefined) throw oauthRefusal('invalid_client_metadata', `${refused} is not supported`)
  if (JSON.stringify(parsed.data).length > metadataAtMost) {
    throw oauthRefusal('invalid_client_metadata', `The metadata has more than ${metadataAtMost} characters`)
  }
  if (!uris.every((uri) => isAllowedRedirect(uri, deps.config))) {
    throw oauthRefusal('invalid_redirect_uri', 'A redirect URI is not at an allowed host')
  }
  await makeRoom(deps)
  return {
    context: {
      body: {
        ...(name !== undefined && { client_name: name }),
        application_type: type ?? (uris.some(isLoopback) ? 'native' : 'web'),
        grant_types: grants ?? ['authorization_code', 'refresh_token'],
      },
    },
  }
}

/** Keeps the number of clients without a grant in its bound, but for the requests of one moment. */
async function makeRoom({ db, logger }: Deps): Promise<void> {
  if ((await countClientsWithoutGrant(db)) < clientsAtMost) return
  const rules = { patience, least: leastPatience, most: clientsAtMost / 10 }
  const deleted = await inTransaction(db, undefined, (tx) => deleteClientsWithoutGrant(tx, rules))
  logger.warn({ deleted }, '[assistants] many clients that nobody allows anything')
  if (deleted === 0) {
    const body = { error: 'temporarily_unavailable', error_description: 'Too many clients register' }
    throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(leastPatience * 60) })
  }
}
