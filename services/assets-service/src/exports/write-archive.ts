import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ExportPage } from '@atrium/database'
import { ZipFile } from 'yazl'
import type { Deps } from '../deps.ts'
import type { DocumentPart } from './export-sources.ts'
import type { Attempt } from './exports.db.ts'

const readme = `This archive holds all data of your organisation in Atrium.

<service>/<table>.jsonl   One record per line, as JSON.
files/                    Your stored files. assets/file_descriptions.jsonl has their names.
invoices/                 The PDF of every issued invoice.
credit-notes/             The PDF of every credit note.

Passwords, tokens and other secrets are left out, and so is what belongs to one member only.
`

/**
 * Streams an organisation's archive. One page, part or piece of a file is in memory at a time. The
 * stream fails if a source fails.
 */
export function writeArchive(
  deps: Pick<Deps, 'store' | 'exportSources'>,
  { org_id: orgId, created_at: at }: Attempt,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) =>
    output.destroy(
      error instanceof Error ? error : new Error('The archive failed', { cause: error }),
    )
  zip.on('error', fail)
  // The reader may have left before a source fails, and an error without a listener ends the process.
  output.on('error', () => {})
  // The source of the entry that is being written. A reader that leaves releases its file.
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  const add: AddEntry = async (name, source, compress = true) => {
    const stream = Readable.from(source, { objectMode: false })
    // Without a listener an error would end the process before `finished` sees it.
    stream.on('error', fail)
    current = stream
    zip.addReadStream(stream, name, { mtime: at, compress })
    await finished(stream)
  }
  const write = async () => {
    await add('README.txt', [readme])
    for (const [service, read] of Object.entries(deps.exportSources.rows))
      await addRows(add, service, (cursor) => read(orgId, cursor))
    await addDocuments(add, (cursor) => deps.exportSources.documents(orgId, cursor))
    for await (const { key } of deps.store.list(orgId)) {
      const blob = await deps.store.open(key)
      // Media is compressed already.
      if (blob !== undefined)
        await add(`files/${key.slice(orgId.length + 1)}`, blob.stream(), false)
    }
    zip.end()
  }
  write().catch(fail)
  return output
}

type AddEntry = (
  name: string,
  source: Iterable<string> | AsyncIterable<string | Uint8Array>,
  compress?: boolean,
) => Promise<void>

/** Walks over the pages of a source. */
async function* readPages<Page extends { next: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page, undefined> {
  let cursor: string | null = null
  do {
    const page: Page = await read(cursor)
    yield page
    cursor = page.next
  } while (cursor !== null)
}

/** Adds a file for each table that has rows. */
async function addRows(
  add: AddEntry,
  service: string,
  read: (cursor: string | null) => Promise<ExportPage>,
): Promise<void> {
  const pages = readPages(read)
  let page = await pages.next()
  while (!page.done) {
    const { table, text } = page.value
    if (text === '') {
      page = await pages.next()
      continue
    }
    await add(
      `${service}/${table}.jsonl`,
      (async function* () {
        while (!page.done && page.value.table === table) {
          if (page.value.text !== '') yield page.value.text
          page = await pages.next()
        }
      })(),
    )
  }
}

/** Adds a file for each document. */
async function addDocuments(
  add: AddEntry,
  read: (cursor: string | null) => Promise<DocumentPart>,
): Promise<void> {
  const parts = readPages(read)
  let part = await parts.next()
  while (!part.done) {
    const { name } = part.value
    if (name === null) return
    await add(
      name,
      (async function* () {
        while (!part.done && part.value.name === name) {
          yield part.value.bytes
          part = await parts.next()
        }
      })(),
    )
  }
}
