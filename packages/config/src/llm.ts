import type { PlatformConfig } from './variables.ts'

/** The three tasks that a model can be chosen for. */
export type LlmTask = 'extractUrls' | 'analyzeContent' | 'classifyItem'

/** The platform's own key, lent to users without a model channel. */
export interface ManagedLlm {
  readonly provider: string
  readonly model: string
  readonly apiKey: string
}

/** How models are reached. `none` means that no key is configured and model features are dormant. */
export type Llm =
  | { readonly provider: 'none' }
  | {
      readonly provider: 'gateway' | 'direct'
      readonly apiKey: string
      /** API base; undefined means the real provider. */
      readonly baseUrl: string | undefined
      readonly models: Readonly<Record<LlmTask, string>>
    }

/** Each provider's model for all three tasks; the gateway's names carry the vendor. */
export const defaultModels = { gateway: 'openai/gpt-5-mini', direct: 'gpt-5-mini' } as const

/**
 * The model provider that the configuration leads to (docs/configuration.md): the named one, or with `auto`
 * the first whose key is set, gateway before direct.
 */
export function llm(config: PlatformConfig): Llm {
  const provider = chosenProvider(config)
  const apiKey = provider === 'direct' ? config.LLM_DIRECT_API_KEY : config.LLM_GATEWAY_API_KEY
  if (provider === 'none' || !apiKey) return { provider: 'none' }
  const model = defaultModels[provider]
  return {
    provider,
    apiKey,
    baseUrl: provider === 'direct' ? config.LLM_DIRECT_BASE_URL : config.LLM_GATEWAY_BASE_URL,
    models: {
      extractUrls: config.LLM_EXTRACT_URLS_MODEL ?? model,
      analyzeContent: config.LLM_ANALYZE_CONTENT_MODEL ?? model,
      classifyItem: config.LLM_CLASSIFY_ITEM_MODEL ?? model,
    },
  }
}

/** The managed model, or undefined unless all three variables are set and credits are metered. */
export function managedLlm(config: PlatformConfig): ManagedLlm | undefined {
  const {
    MANAGED_LLM_PROVIDER: provider,
    MANAGED_LLM_MODEL: model,
    MANAGED_LLM_API_KEY: apiKey,
    CREDITS_METERING_ENABLED: metered,
  } = config
  return metered && provider && model && apiKey ? { provider, model, apiKey } : undefined
}

function chosenProvider(config: PlatformConfig): 'gateway' | 'direct' | 'none' {
  if (config.LLM_PROVIDER !== 'auto') return config.LLM_PROVIDER
  if (config.LLM_GATEWAY_API_KEY) return 'gateway'
  return config.LLM_DIRECT_API_KEY ? 'direct' : 'none'
}
