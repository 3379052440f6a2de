interface Task {
  readonly title: string
  readonly status: 'todo' | 'doing' | 'done'
  readonly tags: readonly string[]
  /** Days until it is due. */
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
  { title: 'Answer the hotel about Sunday deliveries', status: 'todo', tags: ['clients'], dueIn: 1 },
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
    title: 'Ada Winter',
    fields: { email: 'ada.winter@example.com', company: 'Winter Events' },
    tags: ['clients'],
  },
  {
    title: 'Jon Mill',
    fields: { email: 'jon@millside.example', company: 'Millside School' },
    tags: ['clients'],
  },
] as const

/** A post that a person publishes: an account that publishes by itself is connected on its own consent page. */
interface Post {
  readonly body: string
  readonly host: 'linkedin.com' | 'x.com'
  readonly platform: 'pronet' | 'shortpost'
  readonly fate: 'draft' | 'handed_off' | 'posted'
  /** Days from today, and the hour of the day. */
  readonly day: number
  readonly hour: number
}

const work = { host: 'linkedin.com', platform: 'pronet' } as const
const short = { host: 'x.com', platform: 'shortpost' } as const

export const posts: readonly Post[] = [
  { ...short, fate: 'posted', day: 0, hour: 7, body: 'The first rye of the season is out of the oven.' },
  { ...work, fate: 'posted', day: 0, hour: 8, body: 'Why our dough rests for a day: taste needs time.' },
  {
    ...short,
    fate: 'handed_off',
    day: 1,
    hour: 7,
    body: 'Warm rolls from seven. The harbour smells of butter.',
  },
  {
    ...work,
    fate: 'draft',
    day: 2,
    hour: 9,
    body: 'We teach a team of twelve to bake this month. Places for the next course are open.',
  },
  {
    ...short,
    fate: 'draft',
    day: 3,
    hour: 16,
    body: 'Half price for yesterday’s bread after five, as every day.',
  },
  { ...short, fate: 'draft', day: 6, hour: 8, body: 'Closed on Monday: the oven gets its check.' },
  { ...work, fate: 'draft', day: 4, hour: 10, body: 'What a bakery learns from a hotel kitchen.' },
  { ...short, fate: 'draft', day: 8, hour: 9, body: 'Autumn cakes are coming. Guess the first one.' },
]
