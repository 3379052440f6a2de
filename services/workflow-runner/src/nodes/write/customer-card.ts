import { type Card, foldText } from '@atrium/contracts'
import { ownText } from '../../engine/index.ts'
import type { ContextOf } from '../define-node.ts'
import { shortKey } from '../short-key.ts'

const mostFound = 50
const longestSearch = 500

type Context = Pick<ContextOf<'org' | 'board'>, 'orgId' | 'userId' | 'ports' | 'signal'>

/**
 * Returns the id of a customer's contact card. The item names the customer in `customerId`,
 * `customerName` and `customerEmail`, as events about invoices do. Creates the card, once for each
 * customer, if there is none. Returns undefined if the item names no customer.
 */
export async function findCustomerCard(
  json: unknown,
  context: Context,
): Promise<string | undefined> {
  const customerId = ownText(json, 'customerId')
  const name = ownText(json, 'customerName').trim()
  if (customerId === '' || name === '') return undefined
  const email = ownText(json, 'customerEmail').trim()
  // A card of another customer never matches, even if both have the same name or address.
  const isFree = ({ fields }: Card) => isBlankOr(fields['customerId'], customerId)
  const found =
    (await findLinkedCard(customerId, context)) ??
    (await findContact(
      email,
      (card) => isFree(card) && isSameText(card.fields['email'], email),
      context,
    )) ??
    (await findContact(
      name,
      (card) =>
        isFree(card) && isSameText(card.title, name) && isBlankOr(card.fields['email'], email),
      context,
    ))
  if (found !== undefined) return found.id
  const { orgId, userId: ownerId, ports, signal } = context
  const { card } = await ports.board.createCard(
    {
      orgId,
      ownerId,
      card: {
        kind: 'contact',
        title: name.slice(0, longestSearch).toWellFormed(),
        fields: { customerId, ...(email === '' ? {} : { email }) },
      },
      key: `customer:${shortKey(customerId)}`,
    },
    signal,
  )
  return card.id
}

const isSameText = (own: unknown, wanted: string): boolean =>
  typeof own === 'string' && foldText(own.trim()) === foldText(wanted)

const isBlankOr = (own: unknown, wanted: string): boolean =>
  own === undefined || own === null || isSameText(own, '') || isSameText(own, wanted)

/** Finds the contact card that names the customer's id. */
async function findLinkedCard(
  customerId: string,
  { orgId, ports, signal }: Context,
): Promise<Card | undefined> {
  if (customerId.length > longestSearch) return undefined
  const { items } = await ports.board.findCards(
    { orgId, kind: 'task', field: 'customerId', value: customerId, limit: mostFound },
    signal,
  )
  return items.find(({ kind, fields }) => kind === 'contact' && fields['customerId'] === customerId)
}

// The search finds cards with the words. Only a card with exactly this value is the customer's.
async function findContact(
  value: string,
  isOwn: (card: Card) => boolean,
  { orgId, ports, signal }: Context,
): Promise<Card | undefined> {
  if (value === '' || value.length > longestSearch) return undefined
  const { items } = await ports.board.searchCards(
    { orgId, kind: 'contact', q: value, sortDir: 'asc', limit: mostFound },
    signal,
  )
  return items.find(isOwn)
}
