import type { DriveFile, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError, weightOf } from '../engine/index.ts'
import { type ChangeWatermark, changedSince, changeWatermark, isKnown, moved } from './change-watermark.ts'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import type { DrivePort } from './ports.ts'
import { type Reading, readingTime, readParts } from './read-page.ts'
import { readPages } from './read-pages.ts'

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

/** Files of one search by words: they come by relevance, so all are listed before the first is read. */
const mostListed = 20_000

async function* filesOf(
  pages: AsyncIterable<{ files: readonly DriveFile[] }>,
  ordered: boolean,
): AsyncGenerator<DriveFile> {
  const all: DriveFile[] = []
  for await (const { files } of pages) {
    if (ordered) yield* files
    else all.push(...files)
    if (all.length > mostListed) throw new NodeError(`The search finds more than ${mostListed} files`)
  }
  yield* all.sort((a, b) => Date.parse(a.modifiedAt) - Date.parse(b.modifiedAt))
}

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
    const key = `${nodeId}:${channel}`
    let watermark: ChangeWatermark | undefined = changeWatermark(await context.watermark(key))
    const before = watermark
    const since = changedSince(before)
    const asked = { query, ...(folder === undefined ? {} : { folder }), ...since }
    const list = (cursor: string | null) => drive.list({ ...target, ...asked, cursor }, signal)
    const pages = readPages('The drive', list, reading)
    const main: WorkflowItem[] = []
    let bytes = 0
    let incomplete = false
    for await (const file of filesOf(pages, query.trim() === '')) {
      if (isKnown(before, file.id, file.modifiedAt)) continue
      incomplete = main.length === limit || bytes > mostBytes || (main.length > 0 && isLate())
      if (incomplete) break
      const none = { text: undefined, truncated: false, problem: null }
      const item = itemOf(file, withoutText.test(file.mimeType) ? none : await textOf(reading, file))
      bytes += weightOf(item, mostBytes)
      main.push(item)
      watermark = moved(watermark, file.id, file.modifiedAt)
      if (context.due()) await context.yield()
    }
    return {
      outputs: { main },
      incomplete,
      watermarks: watermark && { [key]: watermark },
      message: incomplete ? `${main.length} read; more wait for the next run` : '',
    }
  },
})
