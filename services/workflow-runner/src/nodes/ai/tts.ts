import {
  addUsage,
  longestSpeech,
  type ModelUsage,
  textToSpeak,
  type WorkflowItem,
} from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, PassingError } from '../../engine/index.ts'
import { judgedResult, judgeItems, leftOut, requireOne } from '../../models/each-item.ts'
import { ModelError, toModelError } from '../../models/model-error.ts'
import { cardParam, readCardId } from '../cards.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

const notConfigured = 'Reading aloud is not configured, because the speech provider has no key'
const atOnce = 3

const Params = z.object({
  taskId: cardParam(),
  voice: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: 'This is not a voice ID' })
    .optional()
    .describe('The provider’s id of the voice'),
  text: z.string().max(100_000).optional().describe('The text. By default, the card’s own'),
})
type Context = ContextOf<'org', z.output<typeof Params>>

export const tts = defineNode({
  type: 'tts',
  label: 'Speak',
  description: 'Reads the text of each card aloud as an audio file',
  category: 'act',
  keywords: ['AI', 'voice', 'speech', 'audio', 'text to speech', 'read aloud', 'podcast'],
  params: Params,
  emits: emitted({
    taskId: common.taskId,
    audio: field.object('Audio', {
      url: 'https://atrium.example/api/assets/org_1/priv/file_1.mp3',
    }),
  }),
  usesPersonsRights: true,
  needs: ['org'],
  // This node is always registered. A missing provider key fails each card with the reason, and
  // graphs stay valid.
  async execute(items, _params, context) {
    if (context.ports.board === null) throw new NodeError('The board does not respond')
    const cards = new Map<string, Promise<Spoken>>()
    let spend: ModelUsage | null = null
    const judged = await judgeItems(
      items,
      context,
      async (item, at) => {
        const taskId = readCardId(item.json, at, context)
        const card = cards.get(taskId)
        if (card !== undefined) return card
        const spoken = speakCard(taskId, at, context, (usage) => {
          spend = addUsage(spend, usage)
        })
        cards.set(taskId, spoken)
        return spoken
      },
      { atOnce, prepare: (item, at) => readCardId(item.json, at, context) },
    )
    const total = spend ?? undefined
    // Only the first reason, because each card's timeline has its own.
    requireOne(judged, total, ({ cause }) =>
      cards.size > 1 ? `${cause} (${cards.size} cards)` : cause,
    )
    const main = items.flatMap((item, at): WorkflowItem[] => {
      const spoken = judged.results[at]
      return spoken === undefined
        ? []
        : [context.derive(item, { json: { ...item.json, ...spoken } })]
    })
    return judgedResult(judged, {
      items,
      outputs: { main },
      spend: total,
      notes: [`${main.length} read aloud`],
      left: leftOut(judged),
    })
  },
})

interface Spoken {
  taskId: string
  audio: string
}

// Reads a card aloud. Also notes the reason on the card's timeline if the model call fails.
async function speakCard(
  taskId: string,
  at: number,
  context: Context,
  spent: (usage: ModelUsage) => void,
) {
  try {
    return await speak(taskId, at, context, spent)
  } catch (error) {
    if (error instanceof ModelError)
      await note(taskId, error.message, `${context.idempotencyKey(at)}:fail`, context)
    throw error
  }
}

async function speak(
  taskId: string,
  at: number,
  context: Context,
  spent: (usage: ModelUsage) => void,
) {
  const { orgId, userId, runId, workflowId, nodeId, ports, signal } = context
  if (ports.board === null) throw new PassingError('The board does not respond')
  if (ports.speech === null) throw new ModelError({ class: 'unavailable', message: notConfigured })
  const [card] = (await ports.board.getCards({ orgId, ids: [taskId] }, signal)).items
  if (card === undefined) throw refusal(`The card ${taskId} was deleted`)
  const { voice, text = textToSpeak(card) } = context.paramsFor(at)
  if (text.trim() === '') throw refusal('The text is empty, so there is nothing to read aloud')
  if (text.length > longestSpeech)
    throw refusal(
      `The text has ${text.length} characters, but at most ${longestSpeech} can be read aloud`,
    )
  const idempotencyKey = context.idempotencyKey(at)
  const origin = { runId, workflowId, node: nodeId }
  const call = {
    orgId,
    userId,
    text,
    idempotencyKey,
    origin,
    ...(voice === undefined ? {} : { voice }),
  }
  const answer = await ports.speech(call, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw toModelError(error)
  })
  if (answer.usage !== null) spent(answer.usage)
  if (answer.outcome === 'failed') throw new ModelError(answer.failure)
  const { url, key: audioKey } = answer.asset
  const change = { patch: { fields: { audio: url, audioKey } }, key: `${idempotencyKey}:audio` }
  await ports.board.updateCard({ orgId, actorId: userId, taskId, runId, ...change }, signal)
  await note(taskId, `The text was read aloud: ${url}`, idempotencyKey, context)
  return { taskId, audio: url }
}

const refusal = (message: string): ModelError =>
  new ModelError({ class: 'provider_refused', message })

async function note(taskId: string, body: string, key: string, context: Context): Promise<void> {
  const { orgId, workflowId, ports, signal } = context
  const author = { type: 'agent' as const, id: workflowId }
  await ports.board?.appendTimeline(
    { orgId, taskId, entry: { kind: 'system', body }, author, key },
    signal,
  )
}
