import { type Card, type CardPatch, maxCardBody, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, ownText } from '../../engine/index.ts'
import { actOnItems } from '../act-on-items.ts'
import { cardParam, getCard, readCardId } from '../cards.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { enrichCard, failEnrichment } from './enriched-card.ts'

const Params = z.object({ taskId: cardParam('The contact card') })
type Context = ContextOf<'org' | 'board', z.output<typeof Params>>

const fieldKeys = [
  'email',
  'phone',
  'company',
  'jobTitle',
  'location',
  'website',
  'profileUrl',
  'image',
  'summary',
] as const

export const updateContact = defineNode({
  type: 'update_contact',
  label: 'Update contact',
  description:
    'Fills the empty fields of each contact card and adds tags, or writes the reason why it could not',
  category: 'act',
  keywords: ['crm', 'person', 'card', 'address book', 'lead'],
  params: Params,
  usesPersonsRights: true,
  needs: ['org', 'board'],
  async execute(items, _params, context) {
    if (items.length === 0) {
      const moved = await failEnrichment(await findContact(undefined, 0, context), context)
      return { outputs: { main: [] }, message: moved ? leftAlone(1) : '' }
    }
    let left = 0
    const act = async (item: WorkflowItem, at: number) => {
      if (await fill(await findContact(item, at, context), item, at, context)) left += 1
      return item
    }
    return actOnItems(items, context, act, { notes: () => (left === 0 ? [] : [leftAlone(left)]) })
  },
})

const leftAlone = (count: number): string => `${count} moved in the meantime and left unchanged`

async function findContact(
  item: WorkflowItem | undefined,
  at: number,
  context: Context,
): Promise<Card> {
  const card = await getCard(context, readCardId(item?.json, at, context))
  if (card.kind !== 'contact') throw new NodeError(`The card ${card.id} is not a contact`)
  return card
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function fill(card: Card, item: WorkflowItem, at: number, context: Context): Promise<boolean> {
  const fields: Record<string, unknown> = {}
  for (const key of fieldKeys) {
    const value = ownText(item.json, key).trim()
    if (value !== '' && isEmpty(card.fields[key]))
      fields[key] = value.slice(0, 2_000).toWellFormed()
  }
  const body = ownText(item.json, 'rawContent').slice(0, maxCardBody).toWellFormed()
  const patch: CardPatch = {
    status: 'enriched',
    ...(body !== '' && card.body.trim() === '' ? { body } : {}),
    fields,
  }
  return enrichCard(card, { item, patch, at, context })
}
