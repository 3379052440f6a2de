import type { WorkflowItem } from '@atrium/contracts'
import {
  type DispatchTarget,
  destinationProblem,
  planProblems,
  readDestination,
} from '@atrium/workflow-rules'
import { z } from 'zod'
import { missingField, NodeError } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { readTitle, readUrl, toCard, toPost } from '../write/item-content.ts'
import { itemKeys, keysOfItems } from '../write/item-keys.ts'
import { boundNotes, mailFrom, skippedNotes } from '../write/mail-from.ts'
import { createPostWriter } from './post-writer.ts'
import { keyParam, publishParams } from './publish-params.ts'

const DestinationUri = z.string().superRefine((text, context) => {
  const message = destinationProblem(text)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const Params = z.object({
  destination: DestinationUri.describe(
    'board://<kind>, a channel, manual://<network host>, mailto:<address> or webhook://<endpoint id>',
  ),
  ...publishParams,
  key: keyParam,
})
type Params = z.output<typeof Params>

export const dispatch = defineNode({
  type: 'dispatch',
  label: 'Dispatch',
  description: 'Sends each item to its destination: a card, a post, a mail or a webhook',
  category: 'act',
  keywords: ['send', 'deliver', 'post', 'card', 'mail', 'webhook', 'distribute', 'forward'],
  params: Params,
  usesPersonsRights: true,
  needs: ['org', 'board'],
  check: planProblems,
  async execute(items, _params, context) {
    const posts = createPostWriter(context, () => keysOfItems(items, context))
    const mailNotes: string[] = []
    const sendTo = senders(context, mailNotes)
    const toKey = itemKeys(context)
    const act = async (item: WorkflowItem, at: number, params: Params): Promise<WorkflowItem> => {
      const target = readDestination(params.destination)
      if ('problem' in target) throw new NodeError(target.problem)
      const key = toKey(item, at, params.key)
      if (target.to === 'channel' || target.to === 'manual') {
        await posts.write(target, toPost(item), params, key)
      } else await sendTo(target, item, key)
      return item
    }
    return actOnItems(items, context, act, {
      notes: () => [...posts.notes(), ...boundNotes(mailNotes)],
    })
  },
})

type Other = Exclude<DispatchTarget, { to: 'channel' | 'manual' }>

/** Adds a note to `notes` if a recipient gets no mail. */
function senders(context: ContextOf<'org' | 'board'>, notes: string[]) {
  const { orgId, userId: ownerId, ports, signal } = context
  const mail = mailFrom(context)
  return async (target: Other, item: WorkflowItem, key: string): Promise<void> => {
    if (target.to === 'mail') {
      const subject = readTitle(item.json)
      if (subject === '') throw missingField('title')
      const { body = '' } = toCard(item, 'task')
      const text = [body === '' ? subject : body, readUrl(item.json)].filter(
        (part) => part !== undefined,
      )
      const { skipped } = await mail({
        recipients: [target.address],
        subject,
        text: text.join('\n\n'),
        key,
      })
      notes.push(...skippedNotes(skipped))
    } else if (target.to === 'webhook') {
      const { endpointId } = target
      const { json, externalId, source } = item
      const answer = await ports.deliver({
        orgId,
        endpointId,
        key,
        data: { json, externalId, source },
      })
      if (answer !== 'queued')
        throw new NodeError(`The webhook endpoint ${endpointId} is ${answer}`)
    } else if (target.kind === 'link') {
      const url = readUrl(item.json)
      if (url === undefined) throw missingField('url')
      await ports.board.captureLink({ orgId, ownerId, url }, signal)
    } else {
      const card = toCard(item, target.kind)
      if (card.title === '') throw missingField('title')
      await ports.board.createCard({ orgId, ownerId, card, key }, signal)
    }
  }
}
