import { createHash } from 'node:crypto'
import { type ModelProvider, modelProviders } from '@atrium/contracts'
import type { ChannelRow } from '../channels/channel.ts'

export interface ModelOfChannel {
  provider: ModelProvider
  /** Null if each task uses its default model. */
  model: string | null
}

export function modelOfChannel({ settings }: Pick<ChannelRow, 'settings'>): ModelOfChannel {
  const provider = modelProviders.find((known) => known === settings['provider']) ?? 'gateway'
  return { provider, model: settings['model'] ?? null }
}

export const toSettings = ({ provider, model }: ModelOfChannel): Record<string, string> =>
  model === null ? { provider } : { provider, model }

export const defaultName = ({ provider, model }: ModelOfChannel): string =>
  model ?? (provider === 'gateway' ? 'Model gateway' : 'Model provider')

/**
 * Builds an account id for a key, because providers do not name an account. The same key, model and
 * name give the same channel.
 */
export function toAccountId(apiKey: string, of: ModelOfChannel, name: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([of.model, name, apiKey]))
    .digest('hex')
  return `${of.provider}-${hash.slice(0, 24)}`
}
