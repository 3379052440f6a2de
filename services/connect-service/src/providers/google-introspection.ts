import { z } from 'zod'
import type { NetworkAnswer } from '../network/call-network.ts'
import { NetworkError } from '../network/network-error.ts'
import type { ProviderDeps } from './api.ts'
import type { Provider } from './provider.ts'

const TokenInfo = z.looseObject({ scope: z.string().default('') })

/**
 * Asks the identity provider of videonet and the mailbox for the scopes of a token. `errorOf` reads an answer that is
 * neither a success nor the refusal of the token.
 */
export const googleIntrospection =
  (
    tokenUrl: string,
    required: readonly string[],
    { client }: ProviderDeps,
    errorOf: (answer: NetworkAnswer, token: string) => NetworkError | undefined = () => undefined,
  ): NonNullable<Provider['introspect']> =>
  async ({ accessToken }) => {
    // A POST, which takes the token in a header: addresses are logged on the way.
    const url = new URL('tokeninfo', tokenUrl)
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await client.call({ method: 'POST', url, headers, body: new URLSearchParams() })
    const info = TokenInfo.safeParse(answer.json)
    const refused = answer.status === 400 || answer.status === 401
    if (!refused && (answer.status !== 200 || !info.success)) {
      const message = `The network answered ${answer.status}`
      throw errorOf(answer, accessToken) ?? new NetworkError('retry', message)
    }
    const granted = !refused && info.success ? info.data.scope.split(' ').filter(Boolean) : []
    return {
      valid: !refused,
      missingScopes: required.filter((scope) => !granted.includes(scope)),
      granular_scopes: granted.map((scope) => ({ scope })),
    }
  }
