/** Uses the client with a platform. */
export const program = `import { AtriumError, createClient } from '@atrium/sdk'
const { ATRIUM_URL: baseUrl, ATRIUM_API_KEY: apiKey } = process.env
const atrium = createClient({ baseUrl, apiKey })
for (let at = 0; at < 3; at += 1) await atrium.cards.create({ body: { title: 'Card ' + at } })
const titles = []
for await (const { title } of atrium.cards.list.each({ query: { limit: 2, sortBy: 'createdAt', sortDir: 'asc' } })) titles.push(title)
const { items } = await atrium.cards.list()
const card = await atrium.cards.get({ params: { id: items[0].id } })
await atrium.cards.update({ params: { id: card.id }, body: { body: 'first' } }, { ifMatch: card })
const refused = await atrium.cards.update({ params: { id: card.id }, body: { body: 'late' } }, { ifMatch: card }).catch((error) => error)
const file = await atrium.invoices.exportCsv()
console.log(JSON.stringify({ titles, refused: refused instanceof AtriumError && refused.code, csv: (await file.text()).startsWith('number,') }))
`

/** Returns a program in TypeScript that reads a field of a card. */
export const toTypedProgram = (field: string) => `import { createClient } from '@atrium/sdk'
const client = createClient({ baseUrl: 'http://localhost:3000' })
export const title = async (): Promise<string> => (await client.cards.get({ params: { id: 'task_1' } })).${field}
export const titles = async (): Promise<string[]> => {
  const found = []
  for await (const card of client.cards.list.each({ query: { status: 'todo' } })) found.push(card.title)
  return found
}
`

/** Uses the client without a platform. */
export const offlineProgram = `import { AtriumNetworkError, createClient, verifyWebhook } from '@atrium/sdk'
const client = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
const error = await client.me().catch((error) => error)
console.log(Object.keys(client.sites).sort().join(), error instanceof AtriumNetworkError, typeof verifyWebhook)
`

/** What the offline program prints. */
export const printed = 'create,delete,get,list,publish,unpublish,update true function'
