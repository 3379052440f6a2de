import { createFaults } from '../../payments/faults.ts'
import type { Watched } from '../with-faults.ts'

/** One answer of the stand-in: text, a value as JSON, calls of tools, or a refusal. */
export interface ScriptedAnswer {
  text?: string
  json?: unknown
  toolCalls?: readonly { name: string; input: Record<string, unknown> }[]
  refusal?: string
  /** Milliseconds before it. */
  delayMs?: number
  /** The words of a stream after which the connection breaks. */
  wordsBeforeBreak?: number
}

/** A scripted answer for the next prompts that contain a text; every prompt contains the empty one. */
export interface Script extends ScriptedAnswer {
  match: string
  /** The prompts that are left. */
  times: number
}

/** A prompt that contains one of `words` leans to values with one of the names of `values`. */
export interface Rule {
  words: readonly string[]
  values: readonly string[]
}

/** A request as the provider read it. */
export interface SeenRequest {
  provider: 'gateway' | 'direct'
  key: string
  model: string
  /** All texts of the prompt, one after the other. */
  prompt: string
  tools: readonly string[]
}

/** A deterministic model behind a gateway and a provider of its own. */
export interface ModelSandbox extends Watched {
  keys: Map<string, 'valid' | 'revoked' | 'spent'>
  scripts: Script[]
  rules: Rule[]
  /** Milliseconds before every answer, and between the tokens of a stream. */
  latencyMs: number
  tokenMs: number
  /** Whether it follows commands inside of texts from outside, such as `call create_task {"title":"…"}`. */
  gullible: boolean
  /** Whether a request for a stream is answered with one. */
  streams: boolean
  /** Requests of a minute for one key, answered with 429 beyond; 0 for any number. */
  perMinute: number
  requests: SeenRequest[]
  /** Adds a key and answers it. */
  addKey(key: string): string
  /** Answers the next prompts that contain `match`. */
  script(answer: ScriptedAnswer & { match?: string; times?: number }): void
}

/** The key to paste when trying the flow. */
export const modelKey = 'sandbox-model-key'

const rules: Rule[] = [
  {
    words: ['unsubscribe', 'newsletter', 'no-reply', 'noreply', 'promotion', '% off', 'sale ends'],
    values: ['dismissed', 'dismiss', 'ignore', 'drop', 'dropped', 'declined', 'rejected', 'irrelevant', 'no'],
  },
  {
    words: ['invoice', 'receipt', 'amount due', 'total due', 'rechnung', 'facture'],
    values: ['invoice', 'invoices', 'receipt', 'relevant', 'yes'],
  },
  {
    words: [
      'please',
      'could you',
      'can you',
      'deadline',
      'urgent',
      'by friday',
      'question',
      'meeting',
      'reply',
    ],
    values: ['actionable', 'act', 'todo', 'task', 'keep', 'kept', 'accepted', 'relevant', 'yes'],
  },
]

/** The stand-in as it begins. */
export function createModel(): ModelSandbox {
  const scripts: Script[] = []
  const keys: ModelSandbox['keys'] = new Map([[modelKey, 'valid']])
  return {
    ...{ keys, scripts, rules: [...rules], latencyMs: 0, tokenMs: 0, gullible: false, perMinute: 0 },
    ...{ streams: true, faults: createFaults(), calls: [], requests: [] },
    addKey(key) {
      keys.set(key, 'valid')
      return key
    },
    script({ match = '', times = 1, ...answer }) {
      scripts.push({ ...answer, match, times })
    },
  }
}

/** The scripted answer of a prompt, which is used up. */
export function takeScript({ scripts }: ModelSandbox, prompt: string): Script | undefined {
  const at = scripts.findIndex(({ match }) => prompt.includes(match))
  const script = scripts[at]
  if (script === undefined) return undefined
  script.times -= 1
  if (script.times <= 0) scripts.splice(at, 1)
  return script
}
