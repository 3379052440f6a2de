import { createFaults } from '../../pages/faults.ts'
import type { Watched } from '../with-faults.ts'

/** One response of the stand-in: text, a JSON value, tool calls, or an error. */
export interface ScriptedAnswer {
  text?: string
  json?: unknown
  toolCalls?: readonly { name: string; input: Record<string, unknown> }[]
  refusal?: string
  /** Milliseconds before the response. */
  delayMs?: number
  /** The connection breaks after this many streamed words. */
  wordsBeforeBreak?: number
}

/** A scripted response for the next prompts with a text. Every prompt contains the empty text. */
export interface Script extends ScriptedAnswer {
  match: string
  /** How many prompts are left. */
  times: number
}

/** If a prompt contains one of `words`, the model prefers values named in `values`. */
export interface Rule {
  words: readonly string[]
  values: readonly string[]
}

/** A request as the provider read it. */
export interface SeenRequest {
  provider: 'gateway' | 'direct'
  key: string
  model: string
  /** All texts in the prompt, one after the other. */
  prompt: string
  tools: readonly string[]
}

/** A deterministic model behind a gateway and a direct provider. */
export interface ModelSandbox extends Watched {
  keys: Map<string, 'valid' | 'revoked' | 'spent'>
  scripts: Script[]
  rules: Rule[]
  /** Milliseconds before every response, and between a stream's tokens. */
  latencyMs: number
  tokenMs: number
  /**
   * True if the model follows commands inside outside texts, such as `call create_task
   * {"title":"…"}`.
   */
  gullible: boolean
  /** True if the model can stream. */
  streams: boolean
  /** Requests per minute and key. More get a 429. 0 means no limit. */
  perMinute: number
  requests: SeenRequest[]
  /** Adds a key and returns it. */
  addKey(key: string): string
  /** Scripts the responses to the next prompts with `match`. */
  script(answer: ScriptedAnswer & { match?: string; times?: number }): void
}

/** The key to paste for manual tests. */
export const modelKey = 'sandbox-model-key'

const rules: Rule[] = [
  {
    words: ['unsubscribe', 'newsletter', 'no-reply', 'noreply', 'promotion', '% off', 'sale ends'],
    values: [
      'dismissed',
      'dismiss',
      'ignore',
      'drop',
      'dropped',
      'declined',
      'rejected',
      'irrelevant',
      'no',
    ],
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

/** Creates the stand-in in its initial state. */
export function createModel(): ModelSandbox {
  const scripts: Script[] = []
  const keys: ModelSandbox['keys'] = new Map([[modelKey, 'valid']])
  return {
    keys,
    scripts,
    rules: [...rules],
    latencyMs: 0,
    tokenMs: 0,
    gullible: false,
    perMinute: 0,
    streams: true,
    faults: createFaults(),
    calls: [],
    requests: [],
    addKey(key) {
      keys.set(key, 'valid')
      return key
    },
    script({ match = '', times = 1, ...answer }) {
      scripts.push({ ...answer, match, times })
    },
  }
}

/** Takes a prompt's scripted response and uses it up. */
export function takeScript({ scripts }: ModelSandbox, prompt: string): Script | undefined {
  const at = scripts.findIndex(({ match }) => prompt.includes(match))
  const script = scripts[at]
  if (script === undefined) return undefined
  script.times -= 1
  if (script.times <= 0) scripts.splice(at, 1)
  return script
}
