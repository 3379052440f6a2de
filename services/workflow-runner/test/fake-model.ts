import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CompleteModel,
  type CompleteModelInput,
  type ModelFailureClass,
  type ModelOutcome,
  type ModelUsage,
  RefundModelCalls,
  Speak,
  type SpeakInput,
  type SpeechOutcome,
} from '@atrium/contracts'
import type { ModelPort } from '../src/models/model-port.ts'

export type FakeReply =
  | { object: unknown }
  | { text: string }
  | { tools: { name: string; input: Record<string, unknown> }[] }
  | { fail: ModelFailureClass; message?: string; retryAfterSeconds?: number }

export const fakeUsage: ModelUsage = {
  model: 'fake-1',
  provider: 'gateway',
  inputTokens: 100,
  outputTokens: 20,
  calls: 1,
  costUsd: 0.001,
  credits: 1,
}

/**
 * Returns the external text of a call: tool results and data parts, without the caller's own words.
 */
export const toData = (call: CompleteModelInput): string =>
  call.messages
    .flatMap((message) => {
      if (message.role === 'tool') return [message.result]
      if (message.role === 'assistant') return []
      return message.content.flatMap((part) => ('data' in part ? [part.data] : []))
    })
    .join('\n')
export const toWords = (call: CompleteModelInput): string =>
  call.messages
    .flatMap((message) =>
      message.role === 'user'
        ? message.content.flatMap((part) => ('text' in part ? [part.text] : []))
        : [],
    )
    .join('\n')

const failed = (
  kind: ModelFailureClass,
  message: string = kind,
  retryAfterSeconds?: number,
): Extract<ModelOutcome, { outcome: 'failed' }> => ({
  outcome: 'failed',
  failure: {
    class: kind,
    message,
    fix: null,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  },
  usage: null,
})

function toOutcome(reply: FakeReply, call: CompleteModelInput): ModelOutcome {
  if ('fail' in reply) return failed(reply.fail, reply.message, reply.retryAfterSeconds)
  const answer = {
    outcome: 'completed' as const,
    usage: fakeUsage,
    model: 'fake-1',
    via: 'managed' as const,
  }
  if ('object' in reply)
    return {
      ...answer,
      text: JSON.stringify(reply.object),
      object: reply.object,
      toolCalls: [],
      finish: 'stop',
    }
  if ('text' in reply) return { ...answer, text: reply.text, toolCalls: [], finish: 'stop' }
  const toolCalls = reply.tools.map((tool, at) => ({ id: `${call.idempotencyKey}:${at}`, ...tool }))
  return { ...answer, text: '', toolCalls, finish: 'tool_calls' }
}

export interface FakeRules {
  reply: (call: CompleteModelInput, count: number) => FakeReply
  speak?: (call: SpeakInput) => ModelFailureClass | undefined
}

/** Handles model and speech calls by these rules. Both sides parse with the contracts. */
export function fakeAnswers(rules: FakeRules) {
  const calls: CompleteModelInput[] = []
  const spoken: SpeakInput[] = []
  const refunded: string[] = []
  return {
    calls,
    spoken,
    refunded,
    /** Refunds the `fakeUsage` credits for each key. */
    refund(given: unknown): number {
      const { idempotencyKeys } = RefundModelCalls.input.parse(given)
      refunded.push(...idempotencyKeys)
      return idempotencyKeys.length * fakeUsage.credits
    },
    complete(given: unknown): ModelOutcome {
      const call = CompleteModel.input.parse(given)
      calls.push(call)
      return CompleteModel.output.parse(toOutcome(rules.reply(call, calls.length), call))
    },
    speak(given: unknown): SpeechOutcome {
      const call = Speak.input.parse(given)
      spoken.push(call)
      const problem = rules.speak?.(call)
      if (problem !== undefined) return failed(problem)
      const key = `${call.orgId}/pub/speech-${spoken.length}.mp3`
      const asset = {
        key,
        url: `http://api/api/assets/${key}`,
        contentType: 'audio/mpeg',
        bytes: 1_000,
      }
      const usage = { ...fakeUsage, model: 'voice', provider: 'speech' as const }
      return { outcome: 'spoken', asset, usage }
    },
  }
}

export interface FakeModel {
  port: ModelPort
  calls: CompleteModelInput[]
  spoken: SpeakInput[]
  /** The idempotency keys. */
  refunded: string[]
  rule(reply: FakeRules['reply'], speak?: FakeRules['speak']): void
  stop(): void
}

/** Starts a deterministic model behind HTTP and returns a port for it. */
export async function startFakeModel(
  reply: FakeRules['reply'] = () => ({ fail: 'no_model' }),
): Promise<FakeModel> {
  const rules: FakeRules = { reply }
  const answers = fakeAnswers(rules)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const input: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
      const answer = request.url === '/speak' ? answers.speak(input) : answers.complete(input)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  // Otherwise the server could close an idle connection while the next POST is sent on it.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
    const body = JSON.stringify(input)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, signal })
    return answer.json()
  }
  const complete: ModelPort['complete'] = async (call, signal) =>
    CompleteModel.output.parse(await ask('/complete', call, signal))
  return {
    port: {
      complete,
      async stream(call, onText, signal) {
        const answer = await complete(call, signal)
        if (answer.outcome === 'completed')
          for (const { index } of answer.text.matchAll(/ |$/g))
            onText(answer.text.slice(0, index + 1))
        return answer
      },
      refund: async (calls) => answers.refund(calls),
      speak: async (call, signal) => Speak.output.parse(await ask('/speak', call, signal)),
    },
    calls: answers.calls,
    spoken: answers.spoken,
    refunded: answers.refunded,
    rule(next, speak) {
      rules.reply = next
      if (speak !== undefined) rules.speak = speak
    },
    stop: () => void server.close(),
  }
}
