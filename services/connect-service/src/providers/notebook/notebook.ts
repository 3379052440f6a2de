import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { readAnswer } from '../../network/read-answer.ts'
import type { Account, Grant, Provider } from '../provider.ts'
import { notebookError } from './notebook-error.ts'
import { createPacer } from './pacer.ts'

export interface NotebookSettings {
  /** With or without the version at its end. */
  apiUrl?: string | undefined
}

/** Pinned: the provider changes shapes only under a new version. */
export const notebookVersion = '2026-03-11'

/** What one integration may ask for in a second, on average (the provider's request limits). */
const callsPerSecond = 3

const Bot = z.looseObject({
  object: z.literal('user'),
  id: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
  bot: z.looseObject({ workspace_name: z.string().nullish() }).optional(),
})

/** The notebook provider: a channel is an integration's token that a person pasted. */
export function createNotebook(settings: NotebookSettings, client: NetworkClient): Provider {
  const given = settings.apiUrl ?? 'https://api.notion.com'
  const apiUrl = /\/v\d+$/.test(given) ? given : `${given}/v1`
  const pace = createPacer(callsPerSecond)

  const account = async (grant: Grant): Promise<Account> => {
    const { accessToken } = grant
    // Nothing else can stand in a header, and no token of the provider has anything else.
    if (!/^[\x21-\x7e]+$/.test(accessToken)) {
      throw new NetworkError({ class: 'reconnect', tokenInvalid: true, message: 'This is not a token' })
    }
    await pace(accessToken)
    const answer = await client.call({
      method: 'GET',
      url: new URL(`${apiUrl}/users/me`),
      headers: { authorization: `Bearer ${accessToken}`, 'notion-version': notebookVersion },
    })
    const error = notebookError(answer, [accessToken])
    if (error !== undefined) throw error
    const bot = readAnswer(Bot, answer.json)
    const { id, name, avatar_url: pictureUrl, bot: about } = bot
    return { ...grant, id, name: about?.workspace_name || name || 'Notebook', pictureUrl: pictureUrl ?? null }
  }

  return {
    network: 'notebook',
    pkce: false,
    // An integration's capabilities are set at the provider; nothing is asked for here.
    scopes: [],
    accounts: async (grant) => ({ accounts: [await account(grant)] }),
    async pastedToken(token) {
      const grant: Grant = { accessToken: token, expiresAt: null }
      return { grant, accounts: [await account(grant)] }
    },
    async introspect({ accessToken }) {
      const valid = await account({ accessToken, expiresAt: null }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NetworkError && error.tokenInvalid) return false
          throw error
        },
      )
      return { valid, missingScopes: [], granular_scopes: [] }
    },
  }
}
