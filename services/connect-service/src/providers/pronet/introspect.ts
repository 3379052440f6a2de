import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import { readAnswer } from '../../network/read-answer.ts'
import type { ProviderDeps } from '../api.ts'
import type { Provider } from '../provider.ts'
import { pronetError } from './pronet-error.ts'

const Answer = z.looseObject({ active: z.boolean(), scope: z.string().optional().catch(undefined) })

interface App {
  clientId: string
  clientSecret: string
  url: URL
  scopes: readonly string[]
}

/** Asks the network what a token is good for, as the app that it was given to. */
export function introspectWith(
  { clientId, clientSecret, url, scopes }: App,
  { client, now }: ProviderDeps,
): NonNullable<Provider['introspect']> {
  return async ({ accessToken: token }) => {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token })
    const answer = await client.call({ method: 'POST', url, body })
    const error = pronetError(answer, { creates: false, secrets: [token, clientSecret], now: now() })
    // A 401 here is about the app; what it says of the token stands in a success.
    const message = "The network refuses this platform's client"
    if (error?.tokenInvalid) throw new NetworkError('blocked', message, { code: 401 })
    if (error !== undefined) throw error
    const read = readAnswer(Answer, answer.json)
    const granted = (read.scope ?? '').split(/[\s,]+/).filter(Boolean)
    return {
      valid: read.active,
      missingScopes: scopes.filter((scope) => !granted.includes(scope)),
      granular_scopes: granted.map((scope) => ({ scope })),
    }
  }
}
