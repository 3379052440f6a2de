import { randomBytes } from 'node:crypto'
import { commonErrors } from '@atrium/contracts'
import { json } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import { beginConnect, hashState } from './begun-connect.ts'
import { commentScopes } from './comment-scopes.ts'

// Matches a path on the dashboard: one slash, but no second slash or backslash behind it, because
// browsers treat a backslash as a slash.
const ownPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/**
 * Returns the URL of the consent dialog. The state is stored as a hash, can be used once within ten
 * minutes, and is bound to the session and the organisation. If `comments` is true, the dialog asks
 * for the comment permissions before any post needs them. Throws `not_found`, `not_configured`,
 * `validation_failed`.
 */
export async function startConnect(
  deps: Deps,
  { principal }: Ctx,
  {
    network,
    options: { returnTo = '/channels', comments, shared },
  }: {
    network: string
    options: { returnTo?: string | undefined; comments: boolean; shared: boolean }
  },
): Promise<URL> {
  const { provider, vault } = requireProvider(deps, network)
  if (provider.authorizeUrl === undefined)
    throw notConfigured(`${network} through a dialog`, 'connect it with a token or key instead')
  if (!ownPath.test(returnTo)) {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'returnTo', message: 'Use a page of the dashboard' }] },
    })
  }
  const state = randomBytes(32).toString('base64url')
  const stateHash = hashState(state)
  const further = comments
    ? (provider.commentScopes ?? [])
    : await commentScopes(deps, provider, principal.orgId)
  const verifier = provider.pkce ? randomBytes(48).toString('base64url') : undefined
  await beginConnect(deps, principal, provider, {
    state_hash: stateHash,
    verifier: verifier === undefined ? null : vault.seal(verifier, sealContext.verifier(stateHash)),
    requested_scopes: json<string[]>([...provider.scopes, ...further]),
    return_to: returnTo,
    shared,
  })
  // The S256 challenge (RFC 7636, 4.2) uses the same hash as a state.
  const challenge = verifier === undefined ? undefined : hashState(verifier)
  return provider.authorizeUrl({ state, challenge, further })
}
