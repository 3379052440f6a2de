import { platformModel } from '@atrium/config'
import { type ModelProvider, type ModelTask, modelProviders } from '@atrium/contracts'
import { modelBaseUrls } from '../providers/model/base-urls.ts'
import type { ConnectValues } from '../variables.ts'
import { type PriceTable, parsePrices } from './price-table.ts'

export interface ModelSettings {
  baseUrls: Readonly<Record<ModelProvider, string>>
  platform: { provider: ModelProvider; apiKey: string } | null
  /** The model that the operator offers for credits. Null if metering is off. */
  managed: { provider: ModelProvider; apiKey: string; model: string } | null
  /** The model of each task, for the provider in `LLM_PROVIDER`. */
  overrides: Readonly<Partial<Record<ModelTask, string>>>
  prices: PriceTable
  /** Per organisation and UTC day. */
  freeCallsPerDay: number
  metering: boolean
}

/** The default model of every task (docs/configuration.md, "Rules across variables"). */
const defaultModels = { gateway: 'openai/gpt-5-mini', direct: 'gpt-5-mini' }

export function modelSettings(config: ConnectValues): ModelSettings {
  const provider = platformModel(config)
  const keys = { gateway: config.LLM_GATEWAY_API_KEY, direct: config.LLM_DIRECT_API_KEY }
  const apiKey = provider === 'none' ? undefined : keys[provider]
  return {
    baseUrls: modelBaseUrls(config),
    platform: provider === 'none' || apiKey === undefined ? null : { provider, apiKey },
    managed: config.CREDITS_METERING_ENABLED ? managedModel(config) : null,
    overrides: {
      ...named('extract_urls', config.LLM_EXTRACT_URLS_MODEL),
      ...named('analyze_content', config.LLM_ANALYZE_CONTENT_MODEL),
      ...named('classify_item', config.LLM_CLASSIFY_ITEM_MODEL),
    },
    prices: parsePrices(config.LLM_PRICES) ?? new Map(),
    freeCallsPerDay: config.LLM_FREE_CALLS_PER_DAY,
    metering: config.CREDITS_METERING_ENABLED,
  }
}

const named = (task: ModelTask, model: string | undefined) => (model ? { [task]: model } : {})

/**
 * Returns the managed model, or null unless all three variables are set for a supported provider.
 */
function managedModel(config: ConnectValues): ModelSettings['managed'] {
  const { MANAGED_LLM_API_KEY: apiKey, MANAGED_LLM_MODEL: model } = config
  const provider = modelProviders.find((known) => known === config.MANAGED_LLM_PROVIDER)
  return provider && apiKey && model ? { provider, apiKey, model } : null
}

/**
 * Returns the model name for a task. The operator's overrides apply only to the provider in
 * `LLM_PROVIDER`.
 */
export const pickModelName = (
  settings: ModelSettings,
  provider: ModelProvider,
  task: ModelTask,
): string =>
  (settings.platform?.provider === provider ? settings.overrides[task] : undefined) ??
  defaultModels[provider]
