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
    CONNECT_PORT: serviceAddresses.connect.CONNECT_PORT,
    ...serviceAddresses.assets,
    API_URL: addressVariables.API_URL,
    DASHBOARD_URL: addressVariables.DASHBOARD_URL,
    SOCIAL_TOKEN_ENCRYPTION_KEY: {
      kind: 'secret',
      type: 'text',
      about: 'Stored tokens of all networks are encrypted with a key derived from it.',
      whenUnset: 'Connecting and publishing are dormant for every network.',
    },
    SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS: {
      kind: 'secret',
      type: 'text',
      about:
        'The key before a rotation: tokens under it are still read, and encrypted anew when they are used.',
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
        'Prices of models in USD for a million tokens, as JSON: `{"gpt-5-mini": {"input": 0.25, "output": 2}}`. They replace and add to the list prices; a figure that a provider states with its answer wins. The name of a model may leave out the maker that a gateway puts before it.',
      whenUnset: 'The list prices of the default models.',
    },
    LLM_FREE_CALLS_PER_DAY: {
      kind: 'public',
      type: 'count',
      default: 100,
      about:
        "The most calls that the platform's own chains (links, contacts) make with the operator's key for one organisation and day (UTC). 0 allows none. Beyond it a link card takes the page's own title and description.",
    },
    MANAGED_LLM_PROVIDER: {
      kind: 'public',
      type: 'text',
      about:
        "`gateway` or `direct`. With the next two, lends the platform's own key to users who have no model channel, charged to their credits. Inert unless `CREDITS_METERING_ENABLED` is true.",
      whenUnset: 'All three are needed; with fewer the managed model is inert.',
    },
    MANAGED_LLM_MODEL: { kind: 'public', type: 'text', about: 'Model of the managed key.' },
    MANAGED_LLM_API_KEY: { kind: 'secret', type: 'text', about: 'The managed key.' },
    SPEECH_API_KEY: {
      kind: 'secret',
      type: 'text',
      about: 'Key of the speech provider.',
      whenUnset: 'The speech step fails card by card with a not-configured message.',
    },
    SPEECH_API_URL: endpoint('baseUrl', 'API base of the speech provider.'),
    SPEECH_USD_PER_CREDIT: {
      kind: 'public',
      type: 'amount',
      default: 0.005,
      about:
        'Value of one provider credit in USD; speech runs are priced from it before the 1.2 markup.',
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
