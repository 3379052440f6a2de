import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, percentile, report } from '@atrium/bench-kit'
import { type Owner, type StartedPlatform, signUp, time, withPlatform } from './started-platform.ts'

// Measures the creation of cards, and the search over 100,000 of them.
const cards = 100_000
const card = {
  title: 'Call the printer',
  body: 'About the flyers for the summer fair, two hundred of them',
  tags: ['print', 'urgent'],
  dueDate: '2031-01-02T10:00:00.000Z',
  fields: { priority: 1 },
}

async function benchCreate({ baseUrl }: StartedPlatform, { headers }: Owner): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cards-'))
  const script = join(folder, 'create.lua')
  await writeFile(script, `wrk.method = "POST"\nwrk.body = [==[${JSON.stringify(card)}]==]\n`)
  const { perSecond, refused } = await load(`${baseUrl}/api/tasks`, {
    seconds: 8,
    warmUpSeconds: 3,
    headers,
    script,
    mayRefuse: true,
  })
  await rm(folder, { recursive: true })
  report({ name: 'card create', value: perSecond, unit: 'a second', target: '>= 600' })
  report({ name: 'card create, refused', value: refused, unit: 'requests', target: '= 0' })
}

const words =
  'invoice meeting printer garden summer launch budget review draft customer answer train coffee market paper window light river camera recipe ticket bridge museum school harbour forest bicycle kitchen concert balance'

/**
 * Inserts cards with a title of 4 words, a body of 40 words and 2 tags. Some words are rare, some
 * common.
 */
async function seedCards({ query }: StartedPlatform, orgId: string): Promise<void> {
  await query(
    `with vocabulary as (select string_to_array($1, ' ') as w),
    made as (
      select n, 'task_' || lpad(to_hex(n), 32, '0') as id,
        (select string_agg(w[1 + floor(random() * 30)::int + 0 * g], ' ') from generate_series(1, 4 + 0 * n) g) as title,
        (select string_agg(w[1 + floor(power(random(), 3) * 30)::int + 0 * g] || case when random() < 0.3
          then floor(random() * 2000)::int::text else '' end, ' ') from generate_series(1, 40 + 0 * n) g) as body,
        array['tag' || n % 50, 'group' || n % 7] as tags
      from vocabulary, generate_series(1, $2::int) n
    )
    insert into board.tasks (id, org_id, owner_id, kind, title, body, status, tags, fields, search,
      status_changed_at, created_at, updated_at)
    select id, $3, 'usr_bench', case when n % 9 = 0 then 'contact' else 'task' end, title, body,
      case when n % 10 = 0 then 'doing' else 'todo' end, tags, '{}',
      array_to_tsvector(array['=' || $3::text, '#' || tags[1], '#' || tags[2]])
        || to_tsvector('simple', title || ' ' || tags[1] || ' ' || tags[2] || ' ' || body),
      now() - n * interval '1 second', now() - n * interval '1 second', now() - n * interval '1 second'
    from made`,
    [words, cards, orgId],
  )
  await query('vacuum analyze board.tasks')
}

const searches: Readonly<Record<string, string[]>> = {
  'rare word': ['q=invoice1234', 'q=garden77', 'q=printer1999', 'q=coffee42'],
  'two words': ['q=concert+museum', 'q=bicycle+harbour+forest', 'q=kitchen+balance'],
  'word in most cards': ['q=invoice', 'q=meeting', 'q=printer'],
  'beginning of a word': ['q=bri', 'q=conc', 'q=har'],
  'word and tag': ['q=museum&tag=tag7', 'q=forest&tag=group3&tag=tag9'],
  'word, kind and order': [
    'q=invoice&kind=contact&sortBy=updatedAt',
    'q=concert&status=doing&sortBy=title',
    'q=museum&sortBy=dueDate&sortDir=asc',
  ],
  'list without words': [
    '',
    'kind=contact',
    'status=todo',
    'tag=tag7',
    'sortBy=updatedAt',
    'sortBy=title&sortDir=asc',
    'kind=task&offset=50000',
  ],
}

async function benchSearch({ send }: Owner): Promise<void> {
  const all: number[] = []
  for (const [name, queries] of Object.entries(searches)) {
    const samples: number[] = []
    for (let round = 0; round < 60; round += 1) {
      const taken = await time(() => send('GET', `/api/tasks?${queries[round % queries.length]}`))
      if (round >= queries.length * 2) samples.push(taken)
    }
    all.push(...samples)
    const p95 = percentile(samples, 0.95)
    report({ name: `search, ${name}, p95`, value: p95, unit: 'ms', target: '< 30' })
  }
  const whole = 'search over 100,000 cards, all kinds of queries, p95'
  report({ name: whole, value: percentile(all, 0.95), unit: 'ms', target: '< 30' })
}

await withPlatform(async (platform) => {
  await benchCreate(platform, await signUp(platform))
  const owner = await signUp(platform, 'search')
  await seedCards(platform, owner.orgId)
  await benchSearch(owner)
})
