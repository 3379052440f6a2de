import type { VariableTable } from '../variable.ts'

/** Language models. */
export const llmVariables = {
  LLM_PROVIDER: {
    kind: 'public',
    type: 'choice',
    choices: ['gateway', 'direct', 'auto'],
    default: 'gateway',
    about:
      '`auto` takes the first provider whose key is set, gateway before direct. Naming `gateway` or `direct` without its key fails the boot.',
    whenUnset: 'Gateway if its key is set, otherwise no provider.',
  },
  LLM_GATEWAY_API_KEY: { kind: 'secret', type: 'text', about: 'Key of the model gateway.' },
  LLM_DIRECT_API_KEY: { kind: 'secret', type: 'text', about: "Key of a model provider's own API." },
  LLM_GATEWAY_BASE_URL: endpoint('API base of the model gateway'),
  LLM_DIRECT_BASE_URL: endpoint('API base of the model provider'),
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
} as const satisfies VariableTable

function endpoint(what: string) {
  return { kind: 'identifier', type: 'baseUrl', about: `${what}.`, whenUnset: 'The real provider.' } as const
}

function model(task: string) {
  return {
    kind: 'public',
    type: 'text',
    about: `Model for ${task}.`,
    whenUnset: "The provider's default model.",
  } as const
}
