import { endpoint } from '@atrium/config'
import { z } from 'zod'
import { tokenRefused } from '../../network/read-error.ts'
import { createApi } from '../api.ts'
import { defineProvider } from '../define-provider.ts'
import { keyIntrospection } from '../introspection.ts'
import type { Account, Grant } from '../provider.ts'
import { notebookError } from './notebook-error.ts'
import { createPacer } from './pacer.ts'
import { notebookReader } from './read-notebook.ts'

/** Pinned, because the provider changes response shapes only in new versions. */
const notebookVersion = '2026-03-11'

/**
 * The average calls per second for one integration, from the provider's documented request limits.
 */
const callsPerSecond = 3

const Bot = z.object({
  object: z.literal('user'),
  id: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
  bot: z.object({ workspace_name: z.string().nullish() }).optional(),
})

/** The notebook provider. A channel is an integration token that a user pasted. */
export const notebook = defineProvider({
  network: 'notebook',
  variables: {
    NOTEBOOK_API_URL: endpoint('baseUrl', 'API base of the notebook provider.'),
  },
  create(config, deps) {
    const given = config.NOTEBOOK_API_URL ?? 'https://api.notion.com'
    const baseUrl = /\/v\d+$/.test(given) ? given : `${given}/v1`
    const headers = { 'notion-version': notebookVersion }
    const api = createApi({ baseUrl, headers, errorOf: notebookError }, deps)
    const pace = createPacer(callsPerSecond)

    const account = async (grant: Grant): Promise<Account> => {
      // HTTP headers and the provider's tokens contain only these characters.
      if (!/^[\x21-\x7e]+$/.test(grant.accessToken))
        throw tokenRefused('This is not a token. Copy the whole token and try again.')
      await pace(grant.accessToken)
      const me = await api({ path: '/users/me', by: grant, schema: Bot })
      const { id, name, avatar_url: pictureUrl = null, bot } = me
      return { ...grant, id, name: bot?.workspace_name || name || 'Notebook', pictureUrl }
    }

    return {
      pkce: false,
      // The capabilities of an integration are set at the provider, so no scopes are requested.
      scopes: [],
      reading: { notebook: notebookReader(api, pace) },
      accounts: async (grant) => ({ accounts: [await account(grant)] }),
      async pastedToken(token) {
        const grant: Grant = { accessToken: token, expiresAt: null }
        return { grant, accounts: [await account(grant)] }
      },
      introspect: ({ accessToken }) => keyIntrospection(account({ accessToken, expiresAt: null })),
    }
  },
})
