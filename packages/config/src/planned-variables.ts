import { endpoint } from './endpoint.ts'
import type { VariableTable } from './variable.ts'

/** Variables of features that do not exist yet: checked with the platform, read by no service. */
export const plannedVariables = {
  DATABASE_MIGRATING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they run migrations only.',
  },
  DATABASE_SEEDING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they fill a database with sample data.',
  },
  UPLOAD_DIR: {
    kind: 'public',
    type: 'text',
    lenient: true,
    derived: '{ATRIUM_HOME}/uploads',
    about: 'Directory of uploaded documents (media has its own, see Blob storage).',
  },
  VITE_API_URL: {
    kind: 'public',
    type: 'baseUrl',
    about: 'API origin compiled into the dashboard. It is shipped to browsers, so it must hold no secret.',
    whenUnset: 'The dashboard is built for the API on its own origin.',
  },
  LLM_GATEWAY_BASE_URL: endpoint('baseUrl', 'API base of the model gateway.'),
  LLM_DIRECT_BASE_URL: endpoint('baseUrl', 'API base of the model provider.'),
  LLM_EXTRACT_URLS_MODEL: model('finding links in text'),
  LLM_ANALYZE_CONTENT_MODEL: model('reading a page'),
  LLM_CLASSIFY_ITEM_MODEL: model('sorting an item'),
  MANAGED_LLM_PROVIDER: {
    kind: 'public',
    type: 'text',
    about:
      "With the next two, lends the platform's own key to users who have no model channel, charged to their credits. Inert unless `CREDITS_METERING_ENABLED` is true.",
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
    about: 'Value of one provider credit in USD; speech runs are priced from it before the 1.2 markup.',
  },
  LAUNCHES_TOKEN: {
    kind: 'secret',
    type: 'text',
    about: 'Launch-board token of the `best_of_tech` digest.',
    whenUnset: "That section reads 'not configured' and the run goes on.",
  },
  REPOS_TOKEN: {
    kind: 'secret',
    type: 'text',
    about: 'Raises the rate limit of code search.',
    whenUnset: '10 requests a minute.',
  },
  MCP_ALLOWED_REDIRECT_HOSTS: {
    kind: 'public',
    type: 'list',
    default: ['claude.ai', 'chatgpt.com'],
    about:
      'Host names, comma-separated, that an MCP OAuth client may redirect to; a leading dot matches subdomains. Loopback is accepted too, except in production.',
  },
  ACCOUNTING_ENABLED: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Feature flag of accounting for incoming documents.',
  },
} as const satisfies VariableTable

function model(task: string) {
  return {
    kind: 'public',
    type: 'text',
    about: `Model for ${task}.`,
    whenUnset: "The provider's default model.",
  } as const
}
