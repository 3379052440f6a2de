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

/** Pinned: the provider changes shapes only under a new version. */
const notebookVersion = '2026-03-11'

/** The average calls per second of one integration (the provider's request limits). */
const callsPerSecond = 3

const Bot = z.object({
  object: z.literal('user'),
  id: z.string().min(1),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
  bot: z.object({ workspace_name: z.string().nullish() }).optional(),
})

/** The notebook provider: a channel is an integration's token that a person pasted. */
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
      // Headers and the provider's tokens hold no other characters.
      if (!/^[\x21-\x7e]+$/.test(grant.accessToken)) throw tokenRefused('This is not a token')
      await pace(grant.accessToken)
      const me = await api({ path: '/users/me', by: grant, schema: Bot })
      const { id, name, avatar_url: pictureUrl = null, bot } = me
      return { ...grant, id, name: bot?.workspace_name || name || 'Notebook', pictureUrl }
    }

    return {
      pkce: false,
      // An integration's capabilities are set at the provider; nothing is asked for here.
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
