import type { NewCard, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { asText, type NodeContext, type NodeResult, ownPath } from '../../engine/index.ts'
import { createItemAsker } from '../../models/ask-items.ts'
import { type Judged, judgedResult, leftOut, toFailure, toRefusal } from '../../models/each-item.ts'
import { itemLabel } from '../../models/item-text.ts'
import { ModelError } from '../../models/model-error.ts'
import { modelParams } from '../../models/model-params.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { askingNode, type ContextOf, defineNode } from '../define-node.ts'
import { choice, common, emitted, field } from '../emitted-fields.ts'
import type { NodePorts } from '../ports.ts'
import { toCard } from '../write/item-content.ts'
import {
  cardKey,
  type Decided,
  findVerdicts,
  type Message,
  toKey,
  toMessage,
  type Verdict,
} from './earlier-verdicts.ts'

/** Consecutive failures before the node stops. */
const mostFailures = 5
const farthestDays = 730

const Answer = z.strictObject({
  actionable: z
    .boolean()
    .describe('Whether a person of the organisation has to do something because of it'),
  certain: z.boolean().describe('False when the text does not suffice to decide'),
  reason: z.string().max(500).describe('One sentence'),
  title: z
    .string()
    .max(200)
    .describe('What is to be done, in the language of the message; empty if nothing'),
  summary: z.string().max(2_000).describe('What the message says, in two or three sentences'),
  dueDate: z.string().max(40).describe('YYYY-MM-DD where the message sets a date; else empty'),
  tags: z.array(z.string().max(60)).max(10).describe('At most three subjects'),
})
type Answer = z.output<typeof Answer>

const task = [
  'You sort the incoming messages of an organisation.',
  'A message is actionable when a person has to answer, decide, pay, deliver or repair something because of it.',
  'Newsletters, advertising, notices of machines, receipts of what is already paid, and mere thanks are not.',
].join(' ')

const Params = z.object({
  ...modelParams('classification', 'What is actionable for you, and what is not'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(500)
    .default(100)
    .describe('The most messages to judge in one run'),
})
type Context = ContextOf<'org' | 'board', z.output<typeof Params>>
type Asker = ReturnType<typeof createItemAsker>

export const triage = defineNode({
  type: 'triage',
  label: 'Triage',
  description:
    'Creates one card for each message that asks for an action, and dismisses the others',
  category: 'decide',
  keywords: [
    'AI',
    'inbox',
    'sort mail',
    'classify',
    'urgent',
    'important',
    'email',
    'prioritise',
    'spam',
  ],
  ...askingNode,
  outputs: ['actionable', 'dismissed'],
  params: Params,
  emits: emitted({
    verdict: choice('Verdict', 'actionable', {
      actionable: 'Needs action',
      dismissed: 'Dismissed',
    }),
    reason: field.text('Reason', 'The customer asks for an offer'),
    taskId: common.taskId,
  }),
  needs: ['org', 'board'],
  async execute(items, params, context) {
    const named = await attemptItems(items, context, toMessage)
    const messages = named.results.filter((message) => message !== undefined)
    if (messages.length === 0) return actedResult([], named.refusals, { count: items.length })
    const earlier = await findVerdicts(messages, context)
    const fresh = messages.filter(({ id, source }) => !earlier.has(toKey(source, id)))
    const asker = createItemAsker(context, 'classify_item', 'classification')
    const judged = await decideInTurn(fresh.slice(0, params.limit), context, asker)
    for (const { at, ...problem } of named.refusals)
      judged.failures.push(toRefusal(problem, items[at] ?? { json: {} }, at))
    return toResult(items, {
      messages,
      earlier,
      judged,
      incomplete: fresh.length > params.limit,
      asker,
      context,
    })
  },
})

interface TriageJudged extends Judged<Decided> {
  messages: readonly Message[]
}

// A batch is as large as the number of failures still allowed, so no call follows the fifth
// consecutive failure.
async function decideInTurn(messages: readonly Message[], context: Context, asker: Asker) {
  const decide = decider(context, asker)
  const judged: TriageJudged = {
    messages,
    results: messages.map(() => undefined),
    failures: [],
    ended: undefined,
  }
  let inRow = 0
  for (let from = 0; from < messages.length && judged.ended === undefined; ) {
    context.signal.throwIfAborted()
    if (context.due()) await context.yield()
    const part = messages.slice(from, from + mostFailures - inRow)
    const ends = await Promise.allSettled(part.map(decide))
    for (const [place, end] of ends.entries()) {
      const message = part[place]
      if (message === undefined) continue
      if (end.status === 'fulfilled') {
        judged.results[from + place] = end.value
        inRow = 0
        continue
      }
      if (!(end.reason instanceof ModelError)) throw end.reason
      if (end.reason.ends) judged.ended ??= end.reason
      else judged.failures.push(toFailure(end.reason, message.item, message.at))
      inRow += 1
    }
    from += part.length
    const last = judged.failures.at(-1)
    if (inRow >= mostFailures && judged.ended === undefined && last !== undefined) {
      judged.ended = new ModelError({
        class: 'unavailable',
        message: `${mostFailures} decisions in a row failed; the last one: ${last.cause}`,
        fix: last.fix,
      })
    }
  }
  return judged
}

function decider(context: Context, asker: Asker) {
  const { orgId, userId, ledger, ports, signal } = context
  return async ({ item, at, id, source }: Message): Promise<Decided> => {
    const answer = await asker.ask(item, at, {
      task,
      answer: Answer,
      maxTokens: 1_000,
      check: ({ actionable, title }) =>
        actionable && title.trim() === '' ? 'The title is empty' : undefined,
      stated: ({ title, summary, tags }) => [title, summary, ...tags],
    })
    if (!answer.certain) {
      const message = `No certain decision: ${answer.reason}`.slice(0, 500)
      throw new ModelError({ class: 'invalid_output', message })
    }
    const verdict: Verdict = answer.actionable ? 'actionable' : 'dismissed'
    let taskId: string | null = null
    if (answer.actionable) {
      const card = cardFrom(answer, item, context.now())
      const made = await ports.board.createCard(
        { orgId, ownerId: userId, card, key: cardKey(userId, id) },
        signal,
      )
      taskId = made.card.id
    }
    // The card comes first. If the run ends before the verdict is recorded, the next run finds the
    // card by its key.
    await ledger.record(source, new Map([[id, verdict]]))
    return { verdict, taskId, reason: answer.reason }
  }
}

function cardFrom(answer: Answer, item: WorkflowItem, now: number): NewCard {
  const { dueDate: _, ...own } = toCard(item, 'task')
  const dueDate = parseDue(answer.dueDate, now)
  const from = asText(ownPath(item.json, ['from'])).slice(0, 500)
  return {
    ...own,
    title: answer.title.trim(),
    body: answer.summary.trim(),
    tags: answer.tags
      .slice(0, 3)
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== ''),
    fields: { ...own.fields, ...(from === '' ? {} : { from }) },
    ...(dueDate === undefined ? {} : { dueDate }),
  }
}

// Ignores a date that has passed or is years ahead, because the model probably misread it.
function parseDue(text: string, now: number): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T12:00:00.000Z`) : Number.NaN
  const days = (time - now) / 86_400_000
  return Number.isFinite(days) && days > -1 && days < farthestDays ? text : undefined
}

function toResult(
  items: readonly WorkflowItem[],
  {
    messages,
    earlier,
    judged,
    incomplete,
    asker,
    context,
  }: {
    messages: readonly Message[]
    earlier: ReadonlyMap<string, Decided>
    judged: TriageJudged
    incomplete: boolean
    asker: Asker
    context: NodeContext<NodePorts>
  },
): NodeResult {
  const fresh = new Map(judged.messages.map(({ at }, place) => [at, judged.results[place]]))
  const outputs: Record<Verdict, WorkflowItem[]> = { actionable: [], dismissed: [] }
  const samples: unknown[] = []
  for (const { item, at, id, source } of messages) {
    const decided = earlier.get(toKey(source, id)) ?? fresh.get(at)
    if (decided === undefined) continue
    const { verdict, reason, taskId } = decided
    const card = taskId === null ? {} : { taskId }
    outputs[verdict].push(
      context.derive(item, { json: { ...item.json, verdict, reason, ...card } }),
    )
    samples.push({ item: itemLabel(item, at), verdict, reason })
  }
  const notes = [
    `${outputs.actionable.length} actionable, ${outputs.dismissed.length} dismissed`,
    earlier.size === 0 ? '' : `${earlier.size} judged by earlier runs`,
  ]
  // Messages beyond the limit also wait.
  const waiting = messages.filter(
    ({ at, id, source }) => !earlier.has(toKey(source, id)) && !fresh.has(at),
  )
  const left = [...leftOut(judged), ...waiting.map(({ at }) => ({ at, reason: null }))]
  return judgedResult(judged, {
    items,
    outputs,
    spend: asker.spend(),
    notes,
    samples,
    incomplete,
    left,
  })
}
