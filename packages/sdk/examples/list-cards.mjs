// Lists every card due this week, page after page.
import { createClient } from '@atrium/sdk'

const atrium = createClient({
  baseUrl: process.env.ATRIUM_URL ?? 'http://localhost:3000',
  apiKey: process.env.ATRIUM_API_KEY ?? '',
})

const dueBefore = new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000).toISOString()
for await (const card of atrium.cards.list.each({ query: { status: 'todo', dueBefore } })) {
  console.log(card.dueDate, card.title)
}
