import type { Client } from '@atrium/sdk'
import { drawScenes } from './draw-scenes.ts'

const day = (days: number, time = '09:00'): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`

const cards = [
  {
    kind: 'task',
    title: 'Order rye and spelt flour for December',
    tags: ['stock'],
    dueDate: day(2),
  },
  {
    kind: 'task',
    title: 'Quote for the harbour festival: 600 rolls',
    tags: ['festival', 'quote'],
    dueDate: day(4),
  },
  { kind: 'task', title: 'Renew the hygiene certificate', tags: ['office'], dueDate: day(-2) },
  { kind: 'task', title: 'New price list for the counter', tags: ['shop'] },
  { kind: 'contact', title: 'Sailing club, canteen', tags: ['wholesale'] },
  { kind: 'contact', title: 'Hotel at the pier, breakfast', tags: ['wholesale', 'lead'] },
  {
    kind: 'task',
    title: 'Photos of the winter pastries',
    status: 'doing',
    tags: ['posts'],
    dueDate: day(1),
  },
  {
    kind: 'task',
    title: 'Plan the shifts between the holidays',
    status: 'doing',
    tags: ['team'],
    dueDate: day(6),
  },
  {
    kind: 'support',
    title: 'Question about nuts in the rye loaf',
    status: 'doing',
    tags: ['allergens'],
  },
  {
    kind: 'task',
    title: 'Send the invoices of the market week',
    status: 'done',
    tags: ['invoices'],
  },
  { kind: 'task', title: 'Service of the stone oven', status: 'done', tags: ['oven'] },
  {
    kind: 'task',
    title: 'Answer the ferry line about sandwiches',
    status: 'done',
    tags: ['wholesale'],
  },
] as const

interface Planned {
  readonly on: 'page' | 'short'
  readonly text: string
  readonly image?: string
  readonly due?: string
  readonly firstComment?: string
  readonly as: 'posted' | 'scheduled' | 'draft'
}

const planned: readonly Planned[] = [
  {
    on: 'page',
    as: 'posted',
    image: 'loaf.jpg',
    text: 'The rye sourdough is out of the oven. Forty loaves today, the first ones still warm.',
    firstComment: 'Which loaf should be back next week?',
  },
  {
    on: 'short',
    as: 'posted',
    text: 'Warm rye sourdough at the counter from seven. Forty loaves, first come.',
  },
  {
    on: 'page',
    as: 'scheduled',
    image: 'harbour.jpg',
    due: day(1, '07:30'),
    text: 'Good morning, harbour. Rolls and coffee before the first ferry.',
  },
  {
    on: 'page',
    as: 'scheduled',
    image: 'stall.jpg',
    due: day(2, '16:00'),
    text: 'Saturday market: our stall stands at the old crane, with cinnamon knots.',
    firstComment: 'Order a box until Friday noon and skip the queue.',
  },
  {
    on: 'short',
    as: 'scheduled',
    due: day(2, '16:00'),
    text: 'Saturday at the old crane: cinnamon knots from eight.',
  },
  {
    on: 'page',
    as: 'scheduled',
    image: 'coffee.jpg',
    due: day(4, '08:00'),
    text: 'A new roast in the shop: chocolate and hazelnut, from a cooperative of growers.',
  },
  {
    on: 'short',
    as: 'scheduled',
    due: day(5, '12:00'),
    text: 'Soup of the day with a slice of spelt, until it is gone.',
  },
  {
    on: 'page',
    as: 'scheduled',
    image: 'evening.jpg',
    due: day(7, '17:30'),
    text: 'Night market on the quay: open until ten, with flatbread from the fire.',
  },
  {
    on: 'page',
    as: 'draft',
    image: 'breakfast.jpg',
    due: day(3, '09:00'),
    text: 'Breakfast for two, now on Sundays, too.',
  },
  {
    on: 'page',
    as: 'draft',
    due: day(8, '10:00'),
    text: 'Orders for the holidays: list, prices and the last day.',
  },
  { on: 'short', as: 'draft', due: day(9, '10:00'), text: 'Holiday orders open on Monday.' },
]

/** Fills an organisation with the cards, files and posts of a small bakery. */
export async function seedBakery(
  client: Client,
  channels: Readonly<Record<Planned['on'], string>>,
): Promise<void> {
  for (const card of cards) await client.cards.create({ body: { ...card, tags: [...card.tags] } })
  const urls = new Map<string, string>()
  for (const { name, data } of await drawScenes()) {
    const file = new Blob([new Uint8Array(data)], { type: 'image/jpeg' })
    urls.set(name, (await client.assets.upload(file, { fileName: name })).url)
  }
  for (const { on, as, text, image, due, firstComment } of planned) {
    const media = image === undefined ? [] : [urls.get(image) ?? '']
    const { id } = await client.cards.create({
      body: {
        kind: 'post',
        body: text,
        ...(due === undefined ? {} : { dueDate: due }),
        post: {
          platform: on === 'page' ? 'pagenet' : 'shortpost',
          channelId: channels[on],
          media,
          ...(firstComment === undefined ? {} : { firstComment }),
        },
      },
    })
    if (as === 'posted') await client.posts.publishAndWatch(id)
    if (as === 'scheduled' && due !== undefined) {
      await client.posts.approve({ params: { id }, body: { dueDate: due } })
    }
  }
}
