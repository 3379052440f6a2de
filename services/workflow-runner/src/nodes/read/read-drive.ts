import { type DriveFile, mostFolders, type WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { measureWeight, NodeError } from '../../engine/index.ts'
import { connector, toReadTarget } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import type { DrivePort } from '../ports.ts'
import { findChangedItems } from './changed-items.ts'
import { ReadError, type Reading, readingTime, readParts } from './read-page.ts'
import { readPages } from './read-pages.ts'
import { countWaiting, describeReading } from './sweep.ts'

const mostItems = 10_000
const mostBytes = 32 * 1024 * 1024

async function readText(reading: Reading & { drive: DrivePort }, file: DriveFile) {
  const { drive, ports, target, signal } = reading
  const none = (problem: string) => ({ text: undefined, truncated: false, problem })
  const { id, name, mimeType } = file
  const call = (offset: number) => drive.file({ ...target, id, mimeType, offset }, signal)
  const readBytes = () => readParts('a file', call, reading, ['gone'])
  let read: Awaited<ReturnType<typeof readBytes>>
  try {
    read = await readBytes()
  } catch (error) {
    // The provider's own reason, for example that the owner does not allow downloads.
    if (error instanceof ReadError && error.kind === 'blocked') return none(error.message)
    throw error
  }
  if (read === 'gone') return none('The file was deleted')
  const { bytes, last } = read
  try {
    const text = await ports.texts.file(target.orgId, {
      bytes,
      contentType: last.contentType,
      name,
    })
    return { ...text, problem: null }
  } catch (error) {
    return none(error instanceof Error ? error.message : String(error))
  }
}

const toItem = (
  file: DriveFile,
  { text, truncated, problem }: Awaited<ReturnType<typeof readText>>,
) => ({
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

const mostListed = 20_000

/** The limits for folders in one read, and for their depth. */
const mostSubfolders = 1_000
const deepest = 20

/** Returns a folder and all folders inside it. Throws `NodeError` if there are too many. */
async function findFolders(
  folder: string,
  reading: Reading & { drive: DrivePort },
): Promise<string[]> {
  const { drive, target, signal } = reading
  const found = new Set([folder])
  let level = [folder]
  for (let depth = 0; level.length > 0 && depth < deepest; depth += 1) {
    const inner: string[] = []
    for (const folders of chunked(level, mostFolders)) {
      const page = (cursor: string | null) =>
        drive.list({ ...target, folders, kind: 'folders', cursor }, signal)
      for await (const { files } of readPages('The drive', page, reading)) {
        // A folder may be in several folders, and even inside itself through them or a shortcut.
        for (const { id } of files) {
          if (!found.has(id)) inner.push(id)
          found.add(id)
        }
        if (found.size > mostSubfolders)
          throw new NodeError(
            `The folder has more than ${mostSubfolders} subfolders. Choose a smaller folder.`,
          )
      }
    }
    level = inner
  }
  return [...found]
}

const chunked = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  )

/** File types without text. Their bytes are not fetched. */
const withoutText = /^(?:image|audio|video|font)\//

export const readDrive = defineNode({
  type: 'read_drive',
  label: 'Read files',
  description: 'Reads the files of a drive that are new or were changed, with their texts',
  category: 'ingest',
  keywords: ['google drive', 'documents', 'files', 'folder', 'docs', 'pdf', 'sheets'],
  params: z.object({
    connector: connector('The account with the drive'),
    folder: z
      .string()
      .trim()
      .regex(/^[\w-]{1,200}$/, { error: 'Enter the folder ID from its web address' })
      .optional()
      .describe('The id of a folder. By default, all files'),
    subfolders: z
      .boolean()
      .default(false)
      .describe(
        'Also reads the files of all folders inside the folder. Shortcuts to folders are followed',
      ),
    query: z.string().max(500).default('').describe('Words in the name or the text of the files'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(mostItems)
      .default(500)
      .describe('The most files in one run'),
  }),
  emits: emitted({
    title: field.text('File name', 'Minutes.docx'),
    rawContent: field.text('Text', 'We meet on Monday at ten.'),
    size: field.number('Size in bytes', 48_211),
    modifiedAt: field.date('Changed at', '2026-05-04T08:00:00.000Z'),
    owner: field.text('Owner', 'Zoe Nobis'),
    truncated: common.truncated,
    problem: common.problem,
    url: field.url('Link to the file', 'https://drive.example/file/d/1a2b3c'),
    contentType: field.text('Content type', 'application/pdf'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'drive'],
  async execute(_items, { connector: channel, folder, subfolders, query, limit }, context) {
    const { ports, signal, nodeId } = context
    const { drive } = ports.accounts
    const target = toReadTarget(context, channel)
    const reading = { drive, ports, target, signal }
    const isLate = readingTime(context.now)
    const words = query.trim()
    const within = folder !== undefined && subfolders
    const asked = {
      query,
      ...(folder === undefined ? {} : { folder }),
      ...(within ? { subfolders } : {}),
    }
    const groups = within
      ? chunked(await findFolders(folder, { ...reading, drive }), mostFolders)
      : [undefined]
    const { items, waiting, more, settle } = await findChangedItems<DriveFile>(
      {
        key: `${nodeId}:${channel}`,
        asked,
        limit,
        most: mostListed,
        // A text search sorts by relevance. Several listings follow each other, so together they
        // are unsorted.
        ordered: words === '' && groups.length === 1,
        async *list(since) {
          for (const folders of groups) {
            const place = folders === undefined ? asked : { query, folders }
            const page = (cursor: string | null) =>
              drive.list({ ...target, ...place, ...since, cursor }, signal)
            for await (const { files } of readPages('The drive', page, reading)) yield files
          }
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
      const item = toItem(
        file,
        withoutText.test(file.mimeType) ? none : await readText(reading, file),
      )
      bytes += measureWeight(item, mostBytes)
      main.push(item)
      if (context.due()) await context.yield()
    }
    const cut = more || main.length < items.length
    return {
      outputs: { main },
      incomplete: cut || countWaiting(waiting) > 0,
      message: describeReading(main.length, { more: cut, waiting }),
      ...settle(main.length),
    }
  },
})
