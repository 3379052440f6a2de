import type { ModelProvider } from '@atrium/contracts'

const providerUrls = {
  gateway: 'https://openrouter.ai/api/v1',
  direct: 'https://api.openai.com/v1',
} as const

export const modelBaseUrls = (config: {
  readonly LLM_GATEWAY_BASE_URL: string | undefined
  readonly LLM_DIRECT_BASE_URL: string | undefined
}): Readonly<Record<ModelProvider, string>> => ({
  gateway: config.LLM_GATEWAY_BASE_URL ?? providerUrls.gateway,
  direct: config.LLM_DIRECT_BASE_URL ?? providerUrls.direct,
})
