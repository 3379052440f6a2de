import type { DriveFile, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { weightOf } from '../engine/index.ts'
import { findChangedItems } from './changed-items.ts'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import type { DrivePort } from './ports.ts'
import { type Reading, readingTime, readParts } from './read-page.ts'
import { readPages } from './read-pages.ts'
import { describeReading } from './sweep.ts'

const mostItems = 10_000
const mostBytes = 32 * 1024 * 1024

async function textOf(reading: Reading & { drive: DrivePort }, file: DriveFile) {
  const { drive, ports, target, signal } = reading
  const none = (problem: string) => ({ text: undefined, truncated: false, problem })
  const { id, name, mimeType } = file
  const call = (offset: number) => drive.file({ ...target, id, mimeType, offset }, signal)
  const read = await readParts('a file', call, reading, ['gone', 'blocked'])
  if (read === 'gone') return none('The file is gone')
  if (read === 'blocked') return none('The file is too large, or of a kind without text')
  const { bytes, last } = read
  try {
    const text = await ports.texts.file(target.orgId, { bytes, contentType: last.contentType, name })
    return { ...text, problem: null }
  } catch (error) {
    return none(error instanceof Error ? error.message : String(error))
  }
}

const itemOf = (file: DriveFile, { text, truncated, problem }: Awaited<ReturnType<typeof textOf>>) => ({
  externalId: file.id,
  source: { scheme: 'drive' },
  json: {
    title: file.name,
    rawContent: text ?? '',
    size: file.size,
    modifiedAt: file.modifiedAt,
    owner: file.owner,
    truncated,
    problem,
    url: file.url,
    contentType: file.mimeType,
  },
})

/** Files of one listing. */
const mostListed = 20_000

/** Kinds of files whose text is never read, so that their bytes are not fetched. */
const withoutText = /^(?:image|audio|video|font)\//

export const readDrive = defineNode({
  type: 'read_drive',
  label: 'Read files',
  description: 'Reads the files of a drive that are new or were changed, with their texts',
  category: 'ingest',
  params: z.object({
    connector: connector('The account with the drive'),
    folder: z
      .string()
      .trim()
      .regex(/^[\w-]{1,200}$/, { error: 'The id of a folder, as its address shows it' })
      .optional()
      .describe('The id of a folder; all files unless given'),
    query: z.string().max(500).default('').describe('Words in the name or the text of the files'),
    limit: z.number().int().min(1).max(mostItems).default(500).describe('The most files of one run'),
  }),
  emits: ['title', 'rawContent', 'size', 'modifiedAt', 'owner', 'truncated', 'problem', 'url', 'contentType'],
  usesPersonsRights: true,
  needs: ['org', 'drive'],
  async execute(_items, { connector: channel, folder, query, limit }, context) {
    const { ports, signal, nodeId } = context
    const { drive } = ports.accounts
    const target = readTargetOf(context, channel)
    const reading = { drive, ports, target, signal }
    const isLate = readingTime(context.now)
    const words = query.trim()
    const asked = { query, ...(folder === undefined ? {} : { folder }) }
    const { items, waiting, more, settle } = await findChangedItems<DriveFile>(
      {
        ...{ key: `${nodeId}:${channel}`, asked, limit, most: mostListed },
        // A search by words comes by relevance.
        ordered: words === '',
        async *list(since) {
          const page = (cursor: string | null) =>
            drive.list({ ...target, ...asked, ...since, cursor }, signal)
          for await (const { files } of readPages('The drive', page, reading)) yield files
        },
        id: (file) => file.id,
        changedAt: (file) => file.modifiedAt,
      },
      context,
    )
    const main: WorkflowItem[] = []
    let bytes = 0
    for (const file of items) {
      if (bytes > mostBytes || (main.length > 0 && isLate())) break
      const none = { text: undefined, truncated: false, problem: null }
      const item = itemOf(file, withoutText.test(file.mimeType) ? none : await textOf(reading, file))
      bytes += weightOf(item, mostBytes)
      main.push(item)
      if (context.due()) await context.yield()
    }
    const cut = more || main.length < items.length
    return {
      outputs: { main },
      incomplete: cut || waiting > 0,
      message: describeReading(main.length, { more: cut, waiting }),
      ...settle(main.length),
    }
  },
})
