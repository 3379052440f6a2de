import {
  addressVariables,
  type ConfigOf,
  creditVariables,
  defineVariables,
  endpoint,
  missingModelKey,
  modelVariables,
  platformModel,
  serviceAddresses,
} from '@atrium/config'
import { modelProviders } from '@atrium/contracts'
import { parsePrices } from './models/price-table.ts'
import { networks, variablesOfNetworks } from './providers/networks.ts'

export const connectVariables = defineVariables({
  owner: 'connect',
  table: {
    ...serviceAddresses.assets,
    API_URL: addressVariables.API_URL,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
    SOCIAL_TOKEN_ENCRYPTION_KEY: {
      kind: 'secret',
      type: 'text',
      about:
        'The stored tokens of all networks are encrypted with a key that is derived from this secret.',
      whenUnset: 'Nobody can connect accounts or publish posts.',
    },
    SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: {
      kind: 'secret',
      type: 'text',
      about:
        'The previous key during a rotation. Tokens under it can still be read, and are encrypted with the current key when they are used.',
      whenUnset: 'Only tokens under the current key can be read.',
    },
    ...variablesOfNetworks,
    ...modelVariables,
    ...creditVariables,
    LLM_EXTRACT_URLS_MODEL: modelVariable('finding links in text'),
    LLM_ANALYZE_CONTENT_MODEL: modelVariable('reading a page'),
    LLM_CLASSIFY_ITEM_MODEL: modelVariable('sorting an item'),
    LLM_PRICES: {
      kind: 'public',
      type: 'text',
      about:
        'Model prices in USD per million tokens, as JSON: `{"gpt-5-mini": {"input": 0.25, "output": 2}}`. They replace or extend the list prices. If a provider states the price in its response, that price wins. You can leave out the vendor name that a gateway puts before the model name.',
      whenUnset: "The default models' list prices.",
    },
    LLM_FREE_CALLS_PER_DAY: {
      kind: 'public',
      type: 'count',
      default: 100,
      about:
        "How many requests the platform's own chains (links, contacts) may make with the operator's key per organisation and day (UTC). 0 allows none. After that, a link card gets the page's own title and description.",
    },
    MANAGED_LLM_PROVIDER: {
      kind: 'public',
      type: 'text',
      about:
        "`gateway` or `direct`. With the next two variables, users without a model channel can use the platform's own key and pay with their credits. Has no effect unless `CREDITS_METERING_ENABLED` is true.",
      whenUnset: 'There is no managed model unless all three variables are set.',
    },
    MANAGED_LLM_MODEL: { kind: 'public', type: 'text', about: "The managed key's model." },
    MANAGED_LLM_API_KEY: { kind: 'secret', type: 'text', about: 'The managed key.' },
    SPEECH_API_KEY: {
      kind: 'secret',
      type: 'text',
      about: 'Key of the speech provider.',
      whenUnset: 'The speech step fails for each card with a not-configured message.',
    },
    SPEECH_API_URL: endpoint('baseUrl', 'API base of the speech provider.'),
    SPEECH_USD_PER_CREDIT: {
      kind: 'public',
      type: 'amount',
      default: 0.005,
      about:
        'Value of one provider credit in USD. The price of speech is based on it, before the 1.2 markup.',
    },
  },
  integrations: [
    {
      id: 'social',
      subsystem: 'social',
      feature: 'social connect and publish for every network',
      needs: ['SOCIAL_TOKEN_ENCRYPTION_KEY'],
    },
    ...networks.flatMap(({ network: id, integration }) =>
      integration === undefined ? [] : [{ id, ...integration }],
    ),
    {
      id: 'speech',
      subsystem: 'speech',
      feature: 'reading cards aloud',
      needs: ['SPEECH_API_KEY'],
    },
    {
      id: 'managed-model',
      subsystem: 'models',
      feature: 'the managed model',
      needs: [
        'MANAGED_LLM_PROVIDER',
        'MANAGED_LLM_MODEL',
        'MANAGED_LLM_API_KEY',
        'CREDITS_METERING_ENABLED',
      ],
      accepts: { MANAGED_LLM_PROVIDER: modelProviders },
    },
  ],
  check: (config) => ({
    missing: missingModelKey(config),
    conflicts:
      parsePrices(config.LLM_PRICES) === undefined
        ? ['LLM_PRICES is no table of prices in JSON']
        : [],
  }),
  warnings: (config) =>
    platformModel(config) === 'none'
      ? [
          {
            subsystem: 'models',
            missing: [
              config.LLM_PROVIDER === 'direct' ? 'LLM_DIRECT_API_KEY' : 'LLM_GATEWAY_API_KEY',
            ],
            feature: "the platform's own language model",
          },
        ]
      : [],
})

function modelVariable(task: string) {
  return {
    kind: 'public',
    type: 'text',
    about: `Model for ${task}, at the provider of \`LLM_PROVIDER\`.`,
    whenUnset: "The provider's default model.",
  } as const
}

export type ConnectValues = ConfigOf<typeof connectVariables>
