import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import { type DriveState, openDrive, ownKind, type SandboxFile } from './drive-state.ts'
import {
  apiCall,
  GoogleProblem,
  invalid,
  notFound,
  parameters,
  wholeNumber,
} from './google-problem.ts'
import { toPage } from './paging.ts'

const root = '/mailbox/api/drive/v3/files'
const reading = ['drive.readonly']
const exported = new Map([
  [`${ownKind}document`, ['text/plain', 'text/html']],
  [`${ownKind}presentation`, ['text/plain']],
  [
    `${ownKind}spreadsheet`,
    ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ],
])

type Drive = Map<string, SandboxFile>
type Test = (file: SandboxFile) => boolean

export function mountDriveRoutes(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: DriveState,
): void {
  const call = (c: Context<SandboxEnv>, answer: (drive: Drive) => object | Response) =>
    apiCall(c, server, reading, ({ userId }) => answer(openDrive(state, userId)))
  const file = (c: Context, drive: Drive): SandboxFile => {
    const found = drive.get(c.req.param('id') ?? '')
    if (found === undefined) throw notFound(`File not found: ${c.req.param('id')}.`)
    return found
  }

  app.get(root, (c) => call(c, (drive) => listed(c, drive, state)))
  app.get(`${root}/:id`, (c) =>
    call(c, (drive) => {
      const given = parameters(c, ['alt', 'fields', 'supportsAllDrives', 'acknowledgeAbuse'])
      const found = file(c, drive)
      if (given.alt !== 'media') return about(found)
      if (found.mimeType.startsWith(ownKind)) {
        throw new GoogleProblem(
          403,
          'fileNotDownloadable',
          'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
        )
      }
      return toResponse(found.bytes, found.mimeType)
    }),
  )
  app.get(`${root}/:id/export`, (c) =>
    call(c, (drive) => {
      const { mimeType = '' } = parameters(c, ['mimeType'])
      const found = file(c, drive)
      const possible = exported.get(found.mimeType)
      if (possible === undefined) {
        throw new GoogleProblem(
          403,
          'fileNotExportable',
          'Export only supports Docs Editors files.',
        )
      }
      if (!possible.includes(mimeType)) {
        throw new GoogleProblem(400, 'badRequest', 'The requested conversion is not supported.')
      }
      return toResponse(found.bytes, mimeType)
    }),
  )
}

const toResponse = (bytes: Uint8Array, type: string): Response =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })

const about = ({ id, name, mimeType, bytes, parents, modifiedTime, target }: SandboxFile) => ({
  id,
  name,
  mimeType,
  ...(mimeType.startsWith(ownKind) ? {} : { size: String(bytes.length) }),
  parents,
  modifiedTime,
  webViewLink: `https://drive.example.com/file/d/${id}/view`,
  owners: [{ emailAddress: 'bakery@example.com' }],
  ...(target === undefined ? {} : { shortcutDetails: { targetId: target } }),
})

function listed(c: Context, drive: Drive, { paging }: DriveState): object {
  const given = parameters(c, [
    'q',
    'fields',
    'pageSize',
    'pageToken',
    'orderBy',
    'spaces',
    'corpora',
    'supportsAllDrives',
    'includeItemsFromAllDrives',
  ])
  const size = wholeNumber(given['pageSize'], 100, 1, 1_000)
  const order = given['orderBy'] ?? 'modifiedTime desc'
  if (!/^(?:modifiedTime|name)(?: desc)?$/.test(order)) throw invalid(`Invalid orderBy: ${order}`)
  const wanted = fileQuery(given['q'] ?? '')
  if (given['orderBy'] !== undefined && /\bfullText contains/.test(given['q'] ?? '')) {
    throw new GoogleProblem(
      403,
      'forbidden',
      'Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.',
    )
  }
  const by = order.startsWith('name') ? 'name' : 'modifiedTime'
  const found = [...drive.values()]
    .filter(wanted)
    .sort((a, b) => (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : a.id < b.id ? -1 : 1))
  if (order.endsWith('desc')) found.reverse()
  const { items, nextPageToken } = toPage(
    found,
    ({ id, modifiedTime }) => `${id}:${modifiedTime}`,
    {
      size,
      token: given['pageToken'],
      paging,
    },
  )
  return {
    kind: 'drive#fileList',
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    files: items.map(about),
  }
}

const term =
  /^(?:(trashed) = (true|false)|(mimeType) (!?=) '((?:[^'\\]|\\.)*)'|(name|fullText) contains '((?:[^'\\]|\\.)*)'|(modifiedTime) (>=|>|<) '([^']*)'|'((?:[^'\\]|\\.)*)' in (parents))$/

/**
 * Parses the provider's search: terms joined with `and`, and terms joined with `or` in round
 * brackets.
 */
function fileQuery(query: string): Test {
  if (query.trim() === '') return () => true
  const tests = split(query, ' and ').map((part) => {
    const either = /^\((.*)\)$/.exec(part)?.[1]
    const tried = (either === undefined ? [part] : split(either, ' or ')).map(parseTest)
    return (file: SandboxFile) => tried.some((test) => test(file))
  })
  return (file) => tests.every((test) => test(file))
}

/** Splits at a word outside quotes and brackets. */
function split(text: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  let inside = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (inside && char === '\\') {
      parts[parts.length - 1] += char + (text[index + 1] ?? '')
      index += 1
      continue
    }
    if (char === "'") inside = !inside
    if (!inside && char === '(') depth += 1
    if (!inside && char === ')') depth -= 1
    if (!inside && depth === 0 && text.startsWith(at, index)) {
      parts.push('')
      index += at.length - 1
      continue
    }
    parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}

function parseTest(part: string): Test {
  const found = term.exec(part)
  if (found === null) throw new GoogleProblem(400, 'invalid', 'Invalid Value')
  const plain = (text = '') => text.replaceAll(/\\(.)/g, '$1')
  const [
    ,
    trashed,
    isTrashed,
    mime,
    equals,
    kind,
    contains,
    words,
    modified,
    compare,
    moment,
    parent,
  ] = found
  if (trashed !== undefined) return (file) => String(file.trashed) === isTrashed
  if (mime !== undefined) return (file) => (file.mimeType === plain(kind)) === (equals === '=')
  if (contains !== undefined) {
    const wanted = plain(words).toLowerCase()
    const readText = (file: SandboxFile) =>
      contains === 'name' ? file.name : Buffer.from(file.bytes).toString('utf8')
    return (file) => readText(file).toLowerCase().includes(wanted)
  }
  if (modified !== undefined) {
    const bound = Date.parse(moment ?? '')
    if (Number.isNaN(bound)) throw new GoogleProblem(400, 'invalid', 'Invalid Value')
    return ({ modifiedTime }) => {
      const at = Date.parse(modifiedTime)
      return compare === '>=' ? at >= bound : compare === '>' ? at > bound : at < bound
    }
  }
  return ({ parents }) => parents.includes(plain(parent))
}
