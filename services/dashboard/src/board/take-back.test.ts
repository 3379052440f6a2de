import type { Card } from '@atrium/contracts'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { type ColumnPages, flattenCards } from './cards-cache.ts'

// The page facts and the client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { changeCardMutation } = await import('./board-queries.ts')
const { showCard } = await import('./shown-cards.ts')

const at = '2026-01-01T00:00:00.000Z'
const card = (id: string, changes: Partial<Card> = {}): Card => ({
  id,
  kind: 'task',
  title: id,
  body: '',
  status: 'todo',
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: {},
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: at,
  updatedAt: at,
  ...changes,
})
const column = (name: 'todo' | 'doing', filters: object = {}) => [
  'cards',
  'column',
  name,
  { id: name, label: name, status: name, statuses: [name], others: [] },
  filters,
]
const buildPages = (...items: Card[]): ColumnPages => ({
  pages: [{ items, total: items.length, limit: 100, offset: 0 }],
  pageParams: [0],
})

/** Builds a board with the cards a, b and c to do, while a change of b is running. */
async function changing(patch: Partial<Card>) {
  const queryClient = new QueryClient()
  const ids = (name: 'todo' | 'doing', filters: object = {}) =>
    flattenCards(queryClient.getQueryData<ColumnPages>(column(name, filters))).map(({ id }) => id)
  const shown = (id: string) =>
    [
      ...flattenCards(queryClient.getQueryData(column('todo'))),
      ...flattenCards(queryClient.getQueryData(column('doing'))),
    ].find((one) => one.id === id)
  const b = card('b', { fields: { company: 'Loft', role: 'Rigger' } })
  queryClient.setQueryData(column('todo'), buildPages(card('a'), b, card('c')))
  queryClient.setQueryData(column('todo', { q: 'a' }), buildPages(card('a')))
  queryClient.setQueryData(column('doing'), buildPages())
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, changeCardMutation(queryClient))
  const sent = mutation.execute({ card: b, patch }).catch(() => undefined)
  await vi.waitFor(() => expect(mutation.state.status).toBe('pending'))
  await vi.waitFor(() => expect(shown('b')).toMatchObject(patch.fields === undefined ? patch : {}))
  return {
    queryClient,
    ids,
    shown,
    async refuse(): Promise<void> {
      answer.resolve(
        Response.json({ status: 403, detail: 'no', code: 'forbidden' }, { status: 403 }),
      )
      await sent
    },
  }
}

test('moves a card back when its move is refused, and keeps a later change of another card', async () => {
  const { queryClient, ids, shown, refuse } = await changing({ status: 'doing' })
  expect([ids('todo'), ids('doing')]).toEqual([['a', 'c'], ['b']])
  showCard(queryClient, card('c', { title: 'changed meanwhile' }))
  await refuse()
  expect([ids('todo'), ids('doing')]).toEqual([['a', 'b', 'c'], []])
  expect(shown('c')).toMatchObject({ title: 'changed meanwhile' })
  expect(ids('todo', { q: 'a' })).not.toContain('b')
  expect(shown('b')).toMatchObject({ status: 'todo', updatedAt: at })
})

test('keeps later changes of the same card, for example its column, when a title is refused', async () => {
  const { queryClient, ids, shown, refuse } = await changing({ title: 'refused' })
  showCard(queryClient, { ...card('b'), title: 'refused', status: 'doing', tags: ['spring'] })
  await refuse()
  expect(shown('b')).toMatchObject({ title: 'b', status: 'doing', tags: ['spring'] })
  expect([ids('todo'), ids('doing')]).toEqual([['a', 'c'], ['b']])
})

test('keeps a field if it has got another value since', async () => {
  const { queryClient, shown, refuse } = await changing({ title: 'refused' })
  showCard(queryClient, { ...card('b'), title: 'newer' })
  await refuse()
  expect(shown('b')?.title).toBe('newer')
})

test('restores only the refused free field and keeps the other free fields', async () => {
  const { queryClient, shown, refuse } = await changing({
    fields: { company: 'refused', phone: '1' },
  })
  await vi.waitFor(() => expect(shown('b')?.fields['company']).toBe('refused'))
  showCard(queryClient, { ...card('b'), fields: { company: 'refused', phone: '1', role: 'Owner' } })
  await refuse()
  expect(shown('b')?.fields).toEqual({ company: 'Loft', role: 'Owner' })
})
