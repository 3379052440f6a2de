import { z } from 'zod'
import { GivenName } from '../core/schemas.ts'
import { created, tagged } from '../core/tagged.ts'
import { Channel } from './channel.ts'
import { ModelProvider } from './model-usage.ts'

export const connectModel = tagged('Connect').org.post(
  'connectModel',
  '/api/connect/model/manual',
  {
    assistants: false,
    sdk: 'connect.model',
    summary: 'Connect a language model with a key',
    description:
      'The key is checked at the provider. Without `model` the defaults of each task apply. The same key, model and name are one channel; a new key under the name of a channel whose key has ended takes its place.',
    idempotent: true,
    body: z.strictObject({
      provider: ModelProvider,
      apiKey: z.string().trim().min(1).max(4_096),
      model: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{1,200}$/, { error: 'Not the name of a model' })
        .optional(),
      name: GivenName.optional(),
    }),
    responses: created('The channel', z.object({ channel: Channel })),
    errors: ['not_configured', 'token_rejected', 'network_unavailable'],
  },
)
