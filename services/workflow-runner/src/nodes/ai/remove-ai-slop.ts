import { platformOfHost, platformRules, textLength, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { isRecord, missingField, ownPath } from '../../engine/index.ts'
import { createItemAsker } from '../../models/ask-items.ts'
import { answered, judgedResult, leftOut } from '../../models/each-item.ts'
import { dataPart, itemLabel } from '../../models/item-text.ts'
import { modelParams } from '../../models/model-params.ts'
import { judgeRewrite, type RewriteLimits } from '../../slop/judge-rewrite.ts'
import { type SlopWarning, scanSlop } from '../../slop/scan-slop.ts'
import { askingNode, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

const Answer = z.strictObject({
  text: z.string().max(70_000).describe('The whole rewritten text and nothing else'),
})

const task = [
  'You edit a text of an organisation so that it reads as if a person of it had written it.',
  'Repair the named weaknesses and change nothing else: the same language, meaning, order and form of address;',
  'every link, mention, hashtag, name and figure stays as it is; nothing is added. Not longer than before.',
].join(' ')

type Output = 'main' | 'clean' | 'declined'

export const removeAiSlop = defineNode({
  type: 'remove_ai_slop',
  label: 'Remove AI slop',
  description:
    'Finds signs of machine-written text by fixed rules, and asks a model to rewrite only those texts',
  category: 'enrich',
  keywords: ['AI', 'rewrite', 'humanise', 'humanize', 'style', 'edit', 'improve text', 'tone'],
  ...askingNode,
  outputs: ['main', 'clean', 'declined'],
  params: z.object({
    ...modelParams('writing', 'How your organisation writes'),
    textKey: z
      .string()
      .max(200)
      .default('rawContent')
      .describe('The field of the item with the text'),
  }),
  emits: emitted({
    rewritten: field.text('New text', 'We open on Sunday at eight.'),
    slop: field.list('Weaknesses', [{ rule: 'filler', match: 'delve into' }]),
    declineReason: common.declineReason,
  }),
  async execute(items, _params, context) {
    const textAt = (item: WorkflowItem, at: number): string =>
      readText(item, context.paramsFor(at).textKey)
    const asker = createItemAsker(context, 'write', 'writing', textAt)
    const judged = await asker.judge(items, async (item, at) => {
      const text = textAt(item, at)
      const slop = scanSlop(text)
      if (slop.length === 0) return { output: 'clean' as const, slop }
      const { text: rewritten } = await asker.ask(item, at, {
        task,
        material: [
          { text: 'The weaknesses:' },
          dataPart('weaknesses', slop.map(warningLine).join('\n')),
          { text: 'The text:' },
          dataPart('text', text, 70_000),
        ],
        answer: Answer,
        maxTokens: Math.min(16_000, 500 + Math.ceil(text.length / 2)),
      })
      const problem = judgeRewrite(text, rewritten, readLimits(item))
      if (problem !== undefined) return { output: 'declined' as const, slop, problem }
      return { output: 'main' as const, slop, rewritten: rewritten.trim() }
    })
    const outputs: Record<Output, WorkflowItem[]> = { main: [], clean: [], declined: [] }
    const samples: unknown[] = []
    for (const [item, result, at] of answered(items, judged)) {
      const { output, slop, rewritten, problem } = result
      const own = {
        slop: slop.map(({ rule, about, count }) => ({ rule, about, count })),
        ...(rewritten === undefined ? {} : { rewritten }),
        ...(problem === undefined ? {} : { declineReason: problem }),
      }
      outputs[output].push(
        output === 'clean' ? item : context.derive(item, { json: { ...item.json, ...own } }),
      )
      if (output !== 'clean')
        samples.push({ item: itemLabel(item, at), output, slop: slop.map(warningLine), problem })
    }
    const { main, clean, declined } = outputs
    const notes = [`${main.length} rewritten, ${clean.length} clean, ${declined.length} declined`]
    return judgedResult(judged, {
      items,
      outputs,
      spend: asker.spend(),
      notes,
      samples,
      left: leftOut(judged),
    })
  },
})

function readText({ json }: WorkflowItem, textKey: string): string {
  const text = ownPath(json, textKey.split('.'))
  if (typeof text !== 'string') throw missingField(textKey)
  return text
}

const warningLine = ({ about, count, examples }: SlopWarning): string =>
  `${about} (${count}): ${examples.map((example) => `“${example}”`).join(', ')}`

function readLimits({ json }: WorkflowItem): RewriteLimits | undefined {
  const destination = ownPath(json, ['destination'])
  const host = isRecord(destination) ? ownPath(destination, ['host']) : undefined
  const platform = typeof host === 'string' ? platformOfHost(host) : undefined
  if (platform === undefined) return undefined
  const { max, count } = platformRules[platform].body
  return { max, length: (text) => textLength(text, count) }
}
