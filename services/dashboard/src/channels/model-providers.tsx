import type { ModelProvider } from '@atrium/contracts'
import { Box } from '@mantine/core'
import classes from './model-providers.module.css'

interface Provider {
  readonly name: string
  /** Letters in place of the provider's logo, because its licence does not allow us to show it. */
  readonly mark: string
  readonly about: string
  /** The page where a person finds or creates a key. */
  readonly keyPage: string
}

/** The providers of language models, as a deployment uses them unless its operator chose others. */
export const providers: Readonly<Record<ModelProvider, Provider>> = {
  gateway: {
    name: 'OpenRouter',
    mark: 'OR',
    about: 'One key for the models of OpenAI, Anthropic, Google, Mistral and many others.',
    keyPage: 'https://openrouter.ai/settings/keys',
  },
  direct: {
    name: 'OpenAI',
    mark: 'OA',
    about: 'The models of OpenAI, billed by OpenAI.',
    keyPage: 'https://platform.openai.com/api-keys',
  },
}

export function ProviderLabel({ provider }: { readonly provider: ModelProvider }) {
  const { name, mark } = providers[provider]
  return (
    <Box component="span" display="inline-flex" style={{ alignItems: 'center', gap: 8 }}>
      <span className={classes.mark} aria-hidden>
        {mark}
      </span>
      {name}
    </Box>
  )
}
