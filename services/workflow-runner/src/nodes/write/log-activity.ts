import { maxTimelineBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import {
  asText,
  missingField,
  NodeError,
  ownPath,
  ownText,
  type RunError,
} from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { cardParam, noteOnCard, readCardId } from '../cards.ts'
import { defineNode } from '../define-node.ts'
import { findCustomerCard } from './customer-card.ts'

const Params = z.object({
  taskId: cardParam('The card', 'the item’s own card, or the contact card of its customer'),
  // The value may be a number or an object if the whole text is one expression.
  text: z
    .preprocess((value) => (value === undefined ? value : asText(value)), z.string())
    .optional()
    .describe('What to write'),
  bodyKey: z
    .string()
    .max(200)
    .optional()
    .describe('The name of the field with the text, instead of a text here'),
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,49}$/)
    .default('system')
    .describe('The kind of entry'),
})
type Params = z.output<typeof Params>

export const logActivity = defineNode({
  type: 'log_activity',
  label: 'Log activity',
  description: 'Adds a note to a card’s timeline',
  category: 'act',
  keywords: ['note', 'comment', 'timeline', 'history', 'card', 'write down', 'remark', 'add note'],
  params: Params,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    const findCard = async (json: unknown, at: number, params: Params): Promise<string> => {
      const hasOwn = params.taskId !== undefined || ownText(json, 'taskId') !== ''
      const ofCustomer = hasOwn ? undefined : await findCustomerCard(json, context)
      return ofCustomer ?? readCardId(json, at, context, params)
    }
    const write = async (at: number, params: Params) => {
      const { json } = context.scope(at)
      const taskId = await findCard(json, at, params)
      const keyed =
        params.bodyKey === undefined ? undefined : ownPath(json, params.bodyKey.split('.'))
      const wanted = params.bodyKey === undefined ? params.text : keyed
      const body =
        context.runError === null ? wanted : closing(context.runError, context.missing(at), params)
      if (params.bodyKey !== undefined && body === undefined) throw missingField(params.bodyKey)
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
      const missing = body === undefined ? context.missing(at) : undefined
      if (missing !== undefined) throw missingField(missing)
      if (text.trim() === '') throw new UnfitText('The text is empty, so there is nothing to write')
      if (text.length > maxTimelineBody) {
        const most = `a timeline entry at most ${maxTimelineBody}`
        throw new UnfitText(`The text has ${text.length} characters, ${most}`)
      }
      await noteOnCard(
        context,
        taskId,
        { kind: params.kind, body: text },
        { key: context.idempotencyKey(at) },
      )
    }
    // After a failure the engine calls the node without items, so it writes the reason.
    if (items.length === 0) {
      if (context.runError !== null) await write(0, context.paramsFor(0))
      return { outputs: { main: [] } }
    }
    const unfit: UnfitText[] = []
    const act = async (item: WorkflowItem, at: number, params: Params) => {
      await write(at, params).catch((error: unknown) => {
        if (error instanceof UnfitText) unfit.push(error)
        throw error
      })
      return item
    }
    const result = await actOnItems(items, context, act)
    const [first] = unfit
    // An empty or too long text halts the node, but only after the other items have their entries.
    if (first === undefined) return result
    return { halt: { success: false, message: first.message }, left: result.left ?? [] }
  },
})

class UnfitText extends NodeError {}

// Returns the closing entry. The node's own text comes before the reason, unless the text has
// missing references.
function closing(
  { message }: RunError,
  missing: string | undefined,
  { text, bodyKey }: { text?: string | undefined; bodyKey?: string | undefined },
): string {
  const prefix =
    text === undefined || bodyKey !== undefined || missing !== undefined ? '' : text.trim()
  return (prefix === '' ? message : `${prefix}: ${message}`).slice(0, maxTimelineBody)
}
