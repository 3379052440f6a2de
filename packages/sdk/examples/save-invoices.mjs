// Saves each open invoice's PDF.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createClient } from '@atrium/sdk'

const atrium = createClient({
  baseUrl: process.env.ATRIUM_URL ?? 'http://localhost:3000',
  apiKey: process.env.ATRIUM_API_KEY ?? '',
})

for await (const { id, number } of atrium.invoices.list.each({ query: { status: 'open' } })) {
  const file = await atrium.invoices.pdf({ params: { id } })
  await pipeline(Readable.from(file.stream), createWriteStream(`${number}.pdf`))
}
