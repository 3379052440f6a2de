interface Task {
  readonly title: string
  readonly status: 'todo' | 'doing' | 'done'
  readonly tags: readonly string[]
  /** The number of days until the card is due. */
  readonly dueIn?: number
  readonly body?: string
}

export const tasks: readonly Task[] = [
  {
    title: 'Order flour for the month',
    status: 'todo',
    tags: ['supplies'],
    dueIn: 2,
    body: 'Two pallets of T65, one of rye.',
  },
  {
    title: 'Answer the hotel about Sunday deliveries',
    status: 'todo',
    tags: ['clients'],
    dueIn: 1,
  },
  { title: 'Photograph the autumn cakes', status: 'todo', tags: ['posts'], dueIn: 5 },
  { title: 'Plan the baking course', status: 'doing', tags: ['clients', 'course'], dueIn: 9 },
  {
    title: 'Repair the second oven',
    status: 'doing',
    tags: ['shop'],
    body: 'The upper heat stays cold below 200 °C.',
  },
  { title: 'Renew the insurance', status: 'done', tags: ['office'] },
  { title: 'New price list', status: 'done', tags: ['office', 'clients'] },
]

export const contacts = [
  {
    title: 'Winter Events',
    fields: { email: 'orders@winter-events.example', company: 'Winter Events' },
    tags: ['clients'],
  },
  {
    title: 'Millside School, kitchen',
    fields: { email: 'kitchen@millside.example', company: 'Millside School' },
    tags: ['clients'],
  },
] as const

const work = { host: 'linkedin.com', platform: 'pronet' } as const
const short = { host: 'x.com', platform: 'shortpost' } as const

/** A post for manual publishing. */
type Post = readonly [
  account: typeof work | typeof short,
  fate: 'draft' | 'handed_off' | 'posted',
  daysFromToday: number,
  hour: number,
  body: string,
]

export const posts: readonly Post[] = [
  [short, 'posted', 0, 7, 'The first rye of the season is out of the oven.'],
  [work, 'posted', 0, 8, 'Why our dough rests for a day: taste needs time.'],
  [short, 'handed_off', 1, 7, 'Warm rolls from seven. The harbour smells of butter.'],
  [
    work,
    'draft',
    2,
    9,
    'We teach a team of twelve to bake this month. Places for the next course are open.',
  ],
  [short, 'draft', 3, 16, 'Half price for yesterday’s bread after five, as every day.'],
  [short, 'draft', 6, 8, 'Closed on Monday: the oven gets its check.'],
  [work, 'draft', 4, 10, 'What a bakery learns from a hotel kitchen.'],
  [short, 'draft', 8, 9, 'Autumn cakes are coming. Guess the first one.'],
]
