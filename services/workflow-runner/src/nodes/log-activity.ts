import { maxTimelineBody } from '@atrium/contracts'
import { z } from 'zod'
import { asText, missingField, ownPath, type RunError } from '../engine/index.ts'
import { cardIdOf, cardParam, noteOnCard } from './cards.ts'
import { defineNode } from './define-node.ts'

export const logActivity = defineNode({
  type: 'log_activity',
  label: 'Log activity',
  description: 'Writes an entry on a card’s timeline in the agent’s name',
  category: 'act',
  params: z.object({
    taskId: cardParam(),
    // An expression that is the whole text keeps its value's type.
    text: z
      .preprocess((value) => (value === undefined ? value : asText(value)), z.string())
      .optional()
      .describe('What to write'),
    bodyKey: z.string().max(200).optional().describe('The item’s key that holds what to write'),
    kind: z
      .string()
      .regex(/^[a-z][a-z0-9_.-]{0,49}$/)
      .default('system')
      .describe('The kind of entry'),
  }),
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    // After a failure it is called without items and writes the reason.
    const rounds = items.length === 0 && context.runError !== null ? 1 : items.length
    for (let at = 0; at < rounds && !context.signal.aborted; at += 1) {
      const params = context.paramsFor(at)
      const { json } = context.scope(at)
      const taskId = cardIdOf(json, at, context)
      const keyed = params.bodyKey === undefined ? undefined : ownPath(json, params.bodyKey.split('.'))
      const wanted = params.bodyKey === undefined ? params.text : keyed
      const body = context.runError === null ? wanted : closing(context.runError, context.missing(at), params)
      if (params.bodyKey !== undefined && body === undefined) throw missingField(params.bodyKey)
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
      const missing = body === undefined ? context.missing(at) : undefined
      if (missing !== undefined) throw missingField(missing)
      if (text.trim() === '') return stop('There is nothing to write: the text is empty')
      if (text.length > maxTimelineBody) {
        return stop(`The text has ${text.length} characters, a timeline entry at most ${maxTimelineBody}`)
      }
      await noteOnCard(context, taskId, { kind: params.kind, body: text }, context.idempotencyKey(at))
    }
    return { outputs: { main: items } }
  },
})

// A text without missing references precedes the reason.
function closing(
  { message }: RunError,
  missing: string | undefined,
  { text, bodyKey }: { text?: string | undefined; bodyKey?: string | undefined },
): string {
  const prefix = text === undefined || bodyKey !== undefined || missing !== undefined ? '' : text.trim()
  return (prefix === '' ? message : `${prefix}: ${message}`).slice(0, maxTimelineBody)
}

const stop = (message: string) => ({ halt: { success: false, message } })
