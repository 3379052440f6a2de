import { z } from 'zod'
import { byShortId, named, Timestamp, visible } from '../core/schemas.ts'
import { accepted, ok, tagged } from '../core/tagged.ts'
import { runStatuses, WorkflowFix } from './run.ts'

const zen = tagged('Workflows').org

/** The limit for the prompt and for the text sent with it, in characters. */
export const longestZenPrompt = 20_000

export const ZenPrompt = z.strictObject({
  prompt: z
    .string()
    .max(longestZenPrompt)
    .regex(visible, { error: 'Enter a prompt' })
    .describe('The question, at most 20,000 characters.'),
  skill: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('A skill’s id or slug, with or without `@<version>`.'),
  text: z
    .string()
    .max(longestZenPrompt)
    .optional()
    .describe(
      'Material for the question, at most 20,000 characters. The model sees it marked as data, and expressions in it are not evaluated.',
    ),
})
export type ZenPrompt = z.output<typeof ZenPrompt>

export const ZenAnswer = named('ZenAnswer', {
  id: z.string().describe('The id of the request.'),
  runId: z.string().describe('The run’s id.'),
  status: z.enum(runStatuses).describe('The status of the run that asks the model.'),
  answer: z.string().nullable().describe('The model’s text. Null until the run has completed.'),
  truncated: z.boolean().describe('True if the text was cut to sample size.'),
  error: z.string().nullable().describe('Why there is no text. Null otherwise.'),
  fix: WorkflowFix.nullable().describe('The known remedy. Null if there is none.'),
  usage: z
    .unknown()
    .describe('The model, its provider, tokens, calls and cost. Null if the node asked no model.'),
  createdAt: Timestamp.describe('When the question was asked.'),
  finishedAt: Timestamp.nullable().describe('When it ended. Null until then.'),
})
export type ZenAnswer = z.output<typeof ZenAnswer>

export const askZen = zen.post('askZen', '/api/zen', {
  sdk: 'zen.ask',
  summary: 'Ask a language model one question',
  description:
    'Starts the one-off chain `internal:zen:<id>`, an agent without tools. `text` is material for it, marked as data. Only the user who asked can read the result, by its id.',
  idempotent: true,
  body: ZenPrompt,
  responses: accepted(
    'The id of the result',
    z.object({
      id: z.string().describe('The id for reading the result.'),
      runId: z.string().describe('The run that asks the model.'),
    }),
  ),
  errors: ['not_configured'],
  example: {
    body: {
      prompt: 'Which loaf keeps longest?',
      text: 'Rye: four days. Spelt: two days. Walnut: five days.',
    },
  },
})

export const getZen = zen.get('getZen', '/api/zen/{id}', {
  params: byShortId,
  sdk: 'zen.get',
  summary: 'The result of a question',
  responses: ok('The result, or its progress', ZenAnswer),
})
