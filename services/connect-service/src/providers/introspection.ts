import { z } from 'zod'
import type { NetworkAnswer } from '../network/call-network.ts'
import { NetworkError, rescued, tokenEnded } from '../network/network-error.ts'
import type { ProviderDeps } from './api.ts'
import type { Provider } from './provider.ts'

const TokenInfo = z.object({ scope: z.string().default('') })

/** Builds an introspection from a token's scopes, separated by spaces or commas. */
export function scopesAnswer(valid: boolean, scopes: string, required: readonly string[]) {
  const granted = valid ? scopes.split(/[\s,]+/).filter(Boolean) : []
  return {
    valid,
    missingScopes: required.filter((scope) => !granted.includes(scope)),
    granular_scopes: granted.map((scope) => ({ scope })),
  }
}

/** Introspects a key without scopes by making a call that fails if the key no longer works. */
export async function keyIntrospection(call: Promise<unknown>) {
  const valid = await rescued(
    call.then(() => true),
    tokenEnded,
    () => false,
  )
  return { valid, missingScopes: [], granular_scopes: [] }
}

/**
 * Requests a token's scopes. `readError` handles a response that is neither a success nor a
 * refusal.
 */
export const googleIntrospection =
  (
    tokenUrl: string,
    required: readonly string[],
    { client }: ProviderDeps,
    errorOf?: (answer: NetworkAnswer, token: string) => NetworkError | undefined,
  ): NonNullable<Provider['introspect']> =>
  async ({ accessToken }) => {
    // POST keeps the token out of the URL, because URLs are logged on the way.
    const url = new URL('tokeninfo', tokenUrl)
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await client.call({ method: 'POST', url, headers, body: new URLSearchParams() })
    if (answer.status === 400 || answer.status === 401) return scopesAnswer(false, '', required)
    const info = TokenInfo.safeParse(answer.json).data
    if (answer.status === 200 && info !== undefined) return scopesAnswer(true, info.scope, required)
    const message = `The network responded with status ${answer.status}`
    throw errorOf?.(answer, accessToken) ?? new NetworkError('retry', message)
  }
