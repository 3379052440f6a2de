import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'
import type { NotebookContents, NotebookPageState, NotebookTable } from './notebook-state.ts'

/** Returns an error in the provider's shape. */
export const problem = (
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
) =>
  new Refusal(status, { object: 'error', status, code, message, request_id: randomUUID() }, headers)

const invalid = (message: string) => problem(400, 'validation_error', message)
const noSuchUrl = () => problem(400, 'invalid_request_url', 'Invalid request URL.')
const missing = (kind: string, id: string) =>
  problem(
    404,
    'object_not_found',
    `Could not find ${kind} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  )
const plain = (id: string): string => id.replaceAll('-', '').toLowerCase()

/** Handles a call below `/v1`. Throws if the address does not exist. */
export async function notebookCall(
  c: Context,
  contents: NotebookContents,
  version: string,
): Promise<object> {
  const path = c.req.path.slice('/notebook/v1'.length)
  const [, kind = '', id = '', action] = /^\/(\w+)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
  const call = `${c.req.method} ${kind}${action === undefined ? '' : ` ${action}`}`
  const withSources = contents.hasSources && version >= '2025-09-03'
  if (call === 'GET databases') {
    const table = findTable(contents, id)
    return {
      object: 'database',
      id: table.id,
      title: text(table.title),
      ...(withSources
        ? { data_sources: table.sources.map((source) => ({ id: source.id, name: source.name })) }
        : {}),
    }
  }
  if (call === 'POST databases query') {
    if (withSources) throw noSuchUrl()
    return queried(
      c,
      contents,
      findTable(contents, id).sources.flatMap(({ rows }) => rows),
    )
  }
  if (call === 'POST data_sources query' && withSources) {
    const sources = [...contents.databases.values()].flatMap((table) => table.sources)
    const source = sources.find((each) => plain(each.id) === plain(id))
    if (source === undefined) throw missing('data_source', id)
    return queried(c, contents, source.rows)
  }
  if (call === 'GET blocks children') {
    const rows = [...contents.databases.values()].flatMap(({ sources }) =>
      sources.flatMap((each) => each.rows),
    )
    const row = rows.find((each) => plain(each.id) === plain(id))
    if (row === undefined) throw missing('block', id)
    const page = paged(
      row.lines,
      contents,
      c.req.query('start_cursor'),
      readSize(Number(c.req.query('page_size') ?? 100)),
    )
    return {
      ...page,
      results: page.results.map((line, at) => ({
        object: 'block',
        id: `${row.id}-${at}`,
        type: 'paragraph',
        paragraph: { rich_text: text(line) },
      })),
    }
  }
  throw noSuchUrl()
}

function findTable({ databases }: NotebookContents, id: string): NotebookTable {
  const found = [...databases.values()].find((table) => plain(table.id) === plain(id))
  if (found === undefined) throw missing('database', id)
  return found
}

function readSize(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 100) {
    throw invalid('body failed validation: body.page_size should be ≤ `100`')
  }
  return value
}

async function queried(
  c: Context,
  contents: NotebookContents,
  rows: NotebookPageState[],
): Promise<object> {
  const body: unknown = await c.req.json().catch(() => ({}))
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const unknown = Object.keys(given).find(
    (name) =>
      ![
        'page_size',
        'start_cursor',
        'sorts',
        'filter',
        'archived',
        'in_trash',
        'result_type',
      ].includes(name),
  )
  if (unknown !== undefined)
    throw invalid(`body failed validation: body.${unknown} should be not present`)
  const filter = given['filter'] as
    | { timestamp?: string; last_edited_time?: { on_or_after?: string } }
    | undefined
  const bound = filter === undefined ? 0 : Date.parse(filter.last_edited_time?.on_or_after ?? '')
  if (Number.isNaN(bound)) throw invalid('body failed validation: body.filter should be defined')
  const found = rows
    .filter(({ editedAt }) => Date.parse(editedAt) >= bound)
    .sort((a, b) => (a.editedAt < b.editedAt ? -1 : a.editedAt > b.editedAt ? 1 : 0))
  const cursor = given['start_cursor']
  const page = paged(
    found,
    contents,
    typeof cursor === 'string' ? cursor : undefined,
    readSize(given['page_size'] ?? 100),
  )
  return {
    ...page,
    type: 'page_or_data_source',
    page_or_data_source: {},
    results: page.results.map(shown),
  }
}

function paged<T>(
  list: readonly T[],
  { paging }: NotebookContents,
  cursor: string | undefined,
  size: number,
) {
  const from = cursor === undefined || paging === 'same' ? 0 : Number(cursor.replace('cursor-', ''))
  if (!Number.isInteger(from)) throw invalid('The start_cursor provided is invalid')
  const more = paging !== 'normal' || from + size < list.length
  const next = paging === 'same' ? 'cursor-same' : `cursor-${from + size}`
  return {
    object: 'list' as const,
    results: list.slice(from, from + size),
    next_cursor: more ? next : null,
    has_more: more,
  }
}

const text = (content: string) => [
  { type: 'text', text: { content, link: null }, plain_text: content },
]

function shown({ id, cells, createdAt, editedAt }: NotebookPageState): object {
  const names = Object.keys(cells)
  return {
    object: 'page',
    id,
    created_time: createdAt,
    last_edited_time: editedAt,
    url: `https://notebook.example.com/${plain(id)}`,
    properties: Object.fromEntries(
      names.map((name, at) => {
        const value = cells[name] ?? ''
        if (at === 0) return [name, { id: 'title', type: 'title', title: text(value) }]
        if (/^-?\d+(?:\.\d+)?$/.test(value))
          return [name, { id: name, type: 'number', number: Number(value) }]
        return [name, { id: name, type: 'rich_text', rich_text: text(value) }]
      }),
    ),
  }
}
