import { createHash, randomBytes } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'
import { inTransaction, json } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { insertBegun } from './begun-connects.db.ts'
import { commentScopes } from './comment-scopes.ts'

const stateMinutes = 10

export const hashState = (state: string): string => createHash('sha256').update(state).digest('base64url')

// A path on the dashboard: one slash, then neither a slash nor a backslash, which browsers take for one.
const ownPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/**
 * Where the browser goes to ask for consent. The state is kept as a hash, for one use, ten minutes and the
 * session that asks, with the org that the channel will belong to. Throws `not_found`, `not_configured`,
 * `validation_failed`.
 */
export async function startConnect(
  deps: Deps,
  { principal }: Ctx,
  network: string,
  returnTo = '/channels',
): Promise<URL> {
  const { provider, vault } = requireProvider(deps, network)
  if (provider.authorizeUrl === undefined) throw notConfigured(`${network} through a dialog`)
  if (!ownPath.test(returnTo)) {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'returnTo', message: 'Has to be a path of the dashboard' }] },
    })
  }
  const state = randomBytes(32).toString('base64url')
  const stateHash = hashState(state)
  const further = await commentScopes(deps, provider, principal.orgId)
  const verifier = provider.pkce ? randomBytes(48).toString('base64url') : undefined
  await inTransaction(deps.db, undefined, (tx) =>
    insertBegun(tx, {
      state_hash: stateHash,
      network: provider.network,
      owner_id: principal.userId,
      org_id: principal.orgId,
      credential_id: principal.credentialId,
      verifier: verifier === undefined ? null : vault.seal(verifier, sealContext.verifier(stateHash)),
      requested_scopes: json<string[]>([...provider.scopes, ...further]),
      return_to: returnTo,
      expires_at: new Date(deps.now().getTime() + stateMinutes * 60_000),
    }),
  )
  const challenge =
    verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url')
  return provider.authorizeUrl({ state, challenge, further })
}
