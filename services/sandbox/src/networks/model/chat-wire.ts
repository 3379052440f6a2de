import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptedAnswer } from './model-state.ts'

/** A response with its figures, before either protocol formats it. */
export interface Written {
  model: string
  answer: ScriptedAnswer
  text: string
  finish: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  inputTokens: number
  outputTokens: number
  /** In USD, as a gateway states it. Undefined for the direct provider. */
  cost: number | undefined
}

const toUsage = ({ inputTokens, outputTokens, cost }: Written) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
  ...(cost === undefined ? {} : { cost }),
})

const toToolCalls = ({ answer }: Written) =>
  (answer.toolCalls ?? []).map(({ name, input }, index) => ({
    index,
    id: `call_${index}_${randomUUID().slice(0, 8)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))

/** Returns the body of `POST /chat/completions`. */
export const chatBody = (written: Written, created: number) => ({
  id: `chatcmpl-${randomUUID()}`,
  object: 'chat.completion',
  created,
  model: written.model,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content:
          written.text === '' && written.answer.toolCalls !== undefined ? null : written.text,
        refusal: written.answer.refusal ?? null,
        ...(written.answer.toolCalls === undefined
          ? {}
          : { tool_calls: toToolCalls(written).map(({ index: _, ...call }) => call) }),
      },
      finish_reason: written.finish,
    },
  ],
  usage: toUsage(written),
})

/** Returns the stream of `POST /chat/completions`, one word at a time. */
export function chatStream(
  written: Written,
  created: number,
  { tokenMs, cut }: { tokenMs: number; cut(): void },
): ReadableStream<Uint8Array> {
  const head = {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion.chunk',
    created,
    model: written.model,
  }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  })
  async function* parts(): AsyncGenerator<object> {
    yield chunk({ role: 'assistant', content: '' })
    for (const [at, word] of (written.text.match(/\S+\s*/g) ?? []).entries()) {
      if (at === written.answer.wordsBeforeBreak) {
        cut()
        return
      }
      if (tokenMs > 0) await sleep(tokenMs)
      yield chunk({ content: word })
    }
    const calls = toToolCalls(written)
    if (calls.length > 0) yield chunk({ tool_calls: calls })
    yield chunk({}, written.finish)
    yield { ...head, choices: [], usage: toUsage(written) }
  }
  const encoder = new TextEncoder()
  const events = async function* () {
    for await (const part of parts()) yield encoder.encode(`data: ${JSON.stringify(part)}\n\n`)
    yield encoder.encode('data: [DONE]\n\n')
  }
  return ReadableStream.from(events())
}

/** Returns the body of `POST /responses`. */
export const responsesBody = (written: Written, created: number) => ({
  id: `resp_${randomUUID()}`,
  object: 'response',
  created_at: created,
  status: written.finish === 'length' ? 'incomplete' : 'completed',
  incomplete_details: written.finish === 'length' ? { reason: 'max_output_tokens' } : null,
  error: null,
  model: written.model,
  output: [
    ...(written.answer.toolCalls === undefined
      ? [
          {
            type: 'message',
            id: `msg_${randomUUID()}`,
            status: 'completed',
            role: 'assistant',
            content: [
              written.answer.refusal === undefined
                ? { type: 'output_text', text: written.text, annotations: [] }
                : { type: 'refusal', refusal: written.answer.refusal },
            ],
          },
        ]
      : toToolCalls(written).map(({ id, function: called }) => ({
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          status: 'completed',
          ...called,
        }))),
  ],
  usage: {
    input_tokens: written.inputTokens,
    output_tokens: written.outputTokens,
    total_tokens: written.inputTokens + written.outputTokens,
  },
})
