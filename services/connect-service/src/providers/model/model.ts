import { endpoint } from '@atrium/config'
import { type ModelProvider, modelProviders } from '@atrium/contracts'
import { defineProvider } from '../define-provider.ts'
import { keyIntrospection } from '../introspection.ts'
import { modelBaseUrls } from './base-urls.ts'
import { checkKey } from './check-key.ts'

/** Returns the part of the account id before the first dash. */
const readProvider = (accountId: string): ModelProvider =>
  modelProviders.find((known) => accountId.startsWith(`${known}-`)) ?? 'gateway'

/**
 * Keys of language models. They are connected by `POST /api/connect/model/manual`, and nodes read
 * nothing from them.
 */
export const model = defineProvider({
  network: 'model',
  variables: {
    LLM_GATEWAY_BASE_URL: endpoint(
      'baseUrl',
      "The model gateway's API base, including the version.",
    ),
    LLM_DIRECT_BASE_URL: endpoint(
      'baseUrl',
      "The direct model provider's API base, including the version.",
    ),
  },
  create(config, { client, now }) {
    const baseUrls = modelBaseUrls(config)
    return {
      pkce: false,
      scopes: [],
      accounts: async () => ({ accounts: [] }),
      introspect({ accountId, accessToken: apiKey }) {
        const baseUrl = baseUrls[readProvider(accountId)]
        return keyIntrospection(checkKey(client, { baseUrl, apiKey, now: now() }))
      },
    }
  },
})
