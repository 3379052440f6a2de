/** A picture: its name, what it shows, and its colours from top to bottom and of the shapes. */
export type SamplePicture = readonly [
  name: string,
  altText: string,
  colours: readonly [top: string, bottom: string, shapes: string],
]

export const pictures = {
  rye: [
    'rye-bread.jpg',
    'Loaves of rye bread on a wooden board',
    ['#f3e2c7', '#8a5a2b', '#5b3716'],
  ],
  croissants: ['croissants.jpg', 'Croissants on a tray', ['#fff4de', '#e9b872', '#c07a2a']],
  harbour: ['harbour.jpg', 'The harbour in the morning', ['#fbe3c0', '#5b8fb0', '#2f5d7c']],
  cake: ['autumn-cake.jpg', 'A round cake with berries', ['#fde8ec', '#c9748a', '#7f2f4a']],
} as const satisfies Readonly<Record<string, SamplePicture>>

type PictureName = keyof typeof pictures

/** A post for a connected Page. The first one is published at once. */
export const pagePosts: readonly {
  readonly body: string
  readonly picture: PictureName
  readonly firstComment?: string
  /** Days from today and the hour. Undefined to publish at once. */
  readonly due?: readonly [days: number, hour: number]
}[] = [
  {
    body: 'The rye sourdough is out of the oven. Forty loaves today, the first ones still warm.',
    picture: 'rye',
    firstComment: 'Which loaf should be back next week?',
  },
  {
    body: 'Croissants and coffee before the first ferry, from seven.',
    picture: 'croissants',
    due: [1, 9],
  },
  { body: 'Good morning, harbour. We open at six all week.', picture: 'harbour', due: [4, 6] },
  { body: 'The first autumn cake of the year.', picture: 'cake', due: [7, 10] },
]

const dayMs = 86_400_000

/** An event with free tickets and a paid one. */
export const openDay = (now: number, { pictureUrl, offerId }: Record<string, string>) => {
  const day = new Date(now + 12 * dayMs).toISOString().slice(0, 10)
  return {
    title: 'Open bakery day',
    startsAt: `${day}T08:00:00.000Z`,
    endsAt: `${day}T12:00:00.000Z`,
    timeZone: 'Europe/Paris',
    place: '4 Quai de la Pêcherie, Lyon',
    description: 'See how bread is made, and taste it warm.',
    pictureUrl: pictureUrl ?? null,
    ticketTypes: [
      { name: 'Tour', capacity: 8 },
      { name: 'Tasting', capacity: 40 },
      { name: 'Baking course', capacity: 10, offerId: offerId ?? null },
    ],
    published: true,
  }
}

/** The position of the ticket type, the number of tickets and the visitor. */
export const ticketOrders = [
  [0, 2, 'Sailing club, office', 'office@sailing.example'],
  [1, 2, 'Ferry line, crew', 'crew@ferry.example'],
  [1, 1, 'Quayside gallery', 'gallery@quayside.example'],
] as const

export const sitePage = {
  template: {
    name: 'Bread of the day',
    description: 'The page that the window of the shop shows',
    variables: [
      { name: 'headline', type: 'text', label: 'Headline', required: true },
      { name: 'picture', type: 'image', label: 'Picture' },
      { name: 'breads', type: 'list', label: 'Breads' },
    ],
    markup: `<h1>{{ headline }}</h1>
{{#if picture}}<p><img src="{{ picture }}" alt="" width="480"></p>{{/if}}
<ul>{{#each breads}}<li>{{this}}</li>{{/each}}</ul>`,
  },
  name: 'Bread of the day',
  values: { headline: 'Fresh from six on', breads: ['Rye', 'Spelt', 'Walnut', 'Brioche'] },
} as const

export const quoteRequest = {
  name: 'Sailing club, canteen',
  email: 'canteen@sailing.example',
  message: 'Forty rolls every morning from May to September. What would that cost?',
} as const
