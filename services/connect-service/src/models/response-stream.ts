import { z } from 'zod'
import { parsedJson } from '../network/parsed-json.ts'

const Call = z.looseObject({ index: z.number().optional() })
const Choice = z.looseObject({
  index: z.number().default(0),
  message: z.looseObject({ tool_calls: z.array(Call).nullish() }),
  finish_reason: z.string().nullish(),
})
const Answer = z.looseObject({ choices: z.array(Choice).min(1), usage: z.unknown().optional() })

/**
 * Converts a whole response of `POST /chat/completions` to a stream, because some routers ignore a
 * request for one.
 */
export function toResponseStream(text: string): string | undefined {
  const { data } = Answer.safeParse(parsedJson(text))
  if (data === undefined) return undefined
  const { choices, usage, ...head } = data
  const common = { ...head, object: 'chat.completion.chunk' }
  const chunks = [
    ...choices.flatMap(({ index, message, finish_reason }) => {
      const calls = message.tool_calls?.map((call, at) => ({ ...call, index: call.index ?? at }))
      const delta = { ...message, ...(calls === undefined ? {} : { tool_calls: calls }) }
      return [
        { ...common, choices: [{ index, delta, finish_reason: null }] },
        { ...common, choices: [{ index, delta: {}, finish_reason: finish_reason ?? 'stop' }] },
      ]
    }),
    ...(usage === undefined ? [] : [{ ...common, choices: [], usage }]),
  ]
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}
