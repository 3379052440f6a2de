import type { VariableTable } from '../variable.ts'

/** The platform's own language model provider. */
export const modelVariables = {
  LLM_PROVIDER: {
    kind: 'public',
    type: 'choice',
    choices: ['gateway', 'direct', 'auto'],
    default: 'gateway',
    about:
      '`auto` uses the first provider that has a key, `gateway` before `direct`. If you name a provider without its key, the service that uses the key does not start.',
    whenUnset: '`gateway` if its key is set, otherwise no provider.',
  },
  LLM_GATEWAY_API_KEY: { kind: 'secret', type: 'text', about: "The model gateway's key." },
  LLM_DIRECT_API_KEY: { kind: 'secret', type: 'text', about: "Key of a model provider's own API." },
} as const satisfies VariableTable

interface ModelKeys {
  readonly LLM_PROVIDER: 'gateway' | 'direct' | 'auto'
  readonly LLM_GATEWAY_API_KEY: string | undefined
  readonly LLM_DIRECT_API_KEY: string | undefined
  readonly explicit: ReadonlySet<string>
}

/**
 * Returns the provider selected by `LLM_PROVIDER`. `auto` takes the first provider with a key. The
 * result is `none` if there is no key.
 */
export function platformModel(config: ModelKeys): 'gateway' | 'direct' | 'none' {
  if (config.LLM_PROVIDER !== 'direct' && config.LLM_GATEWAY_API_KEY) return 'gateway'
  return config.LLM_PROVIDER !== 'gateway' && config.LLM_DIRECT_API_KEY ? 'direct' : 'none'
}

/**
 * Returns the key without which the stated `LLM_PROVIDER` fails the boot. Returns none if it is
 * unset or `auto`.
 */
export function missingModelKey(config: ModelKeys): string[] {
  const key = config.LLM_PROVIDER === 'direct' ? 'LLM_DIRECT_API_KEY' : 'LLM_GATEWAY_API_KEY'
  const stated = config.explicit.has('LLM_PROVIDER') && config.LLM_PROVIDER !== 'auto'
  return stated && !config[key] ? [key] : []
}
