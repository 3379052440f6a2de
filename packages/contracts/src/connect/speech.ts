import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { failedModelCall } from './model-call.ts'
import { ModelUsage, SpendOrigin } from './model-usage.ts'

/** The limit for a text read aloud, in characters: about 17 minutes and 50 MB. */
export const longestSpeech = 15_000

/** Returns the card text to read aloud, or an empty string if the card has no words. */
export const textToSpeak = ({ title, body }: { title: string; body: string }): string =>
  [title, body].filter((part) => part.trim() !== '').join('.\n\n')

export const Speak = defineRpc({
  subject: 'connect.speak',
  description:
    'Reads a text aloud into a public asset of the org, once for an `idempotencyKey`, against the credits of a person',
  input: z.object({
    orgId: z.string(),
    userId: z.string(),
    text: z.string().trim().min(1).max(longestSpeech),
    voice: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: 'This is not a voice ID' })
      .exactOptional(),
    idempotencyKey: z.string().min(1).max(300),
    origin: SpendOrigin.default({}),
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('spoken'),
      asset: z.object({
        key: z.string(),
        url: z.string(),
        contentType: z.string(),
        bytes: z.number().int(),
      }),
      usage: ModelUsage,
    }),
    failedModelCall,
  ]),
  timeoutMs: 120_000,
})
export type SpeakInput = z.output<typeof Speak.input>
export type SpeechOutcome = z.output<typeof Speak.output>
