import { z } from 'zod'
import { byShortId, named, Timestamp, visible } from '../core/schemas.ts'
import { accepted, ok, tagged } from '../core/tagged.ts'
import { runStatuses, WorkflowFix } from './run.ts'

const zen = tagged('Workflows').org

/** The limit for the prompt and for the text sent with it, in characters. */
export const longestZenPrompt = 20_000

export const ZenPrompt = z.strictObject({
  prompt: z.string().max(longestZenPrompt).regex(visible, { error: 'A prompt is needed' }),
  /** A skill id or slug, with or without `@<version>`. */
  skill: z.string().min(1).max(200).optional(),
  /**
   * The material for the prompt. The model sees it marked as data, and expressions in it are not
   * evaluated.
   */
  text: z.string().max(longestZenPrompt).optional(),
})
export type ZenPrompt = z.output<typeof ZenPrompt>

export const ZenAnswer = named('ZenAnswer', {
  id: z.string(),
  runId: z.string(),
  status: z.enum(runStatuses),
  /** Null until the run has completed. */
  answer: z.string().nullable(),
  /** True if the response was cut to sample size. */
  truncated: z.boolean(),
  error: z.string().nullable(),
  fix: WorkflowFix.nullable(),
  usage: z
    .unknown()
    .describe('The model, its provider, tokens, calls and cost; null where no model was asked'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type ZenAnswer = z.output<typeof ZenAnswer>

export const askZen = zen.post('askZen', '/api/zen', {
  sdk: 'zen.ask',
  summary: 'Ask a language model one question',
  description:
    'Starts the one-off chain `internal:zen:<id>`, an agent without tools. `text` is material for it, marked as data. The answer is read by the id, by its person alone.',
  idempotent: true,
  body: ZenPrompt,
  responses: accepted('The id of the answer', z.object({ id: z.string(), runId: z.string() })),
  errors: ['not_configured'],
})

export const getZen = zen.get('getZen', '/api/zen/{id}', {
  params: byShortId,
  sdk: 'zen.get',
  summary: 'The answer to a question',
  responses: ok('The answer, or how far it is', ZenAnswer),
})
