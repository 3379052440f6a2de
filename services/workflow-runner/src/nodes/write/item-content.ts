import {
  DayOrMoment,
  JsonRecord,
  LinkHandling,
  maxCardBody,
  type NewCard,
  type WorkflowItem,
} from '@atrium/contracts'
import { isRecord, ownPath } from '../../engine/index.ts'

type Json = WorkflowItem['json']

const longestTitle = 500
const mostTags = 50

const textAt = (json: Json, ...keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = ownPath(json, [key])
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trim() ?? ''

const cut = (text: string): string =>
  text.length <= longestTitle ? text : `${text.slice(0, longestTitle - 1).toWellFormed()}…`

const readBody = (json: Json, ...keys: readonly string[]): string =>
  (textAt(json, ...keys) ?? '').slice(0, maxCardBody).toWellFormed()

const readTags = (json: Json): string[] => {
  const tags = ownPath(json, ['tags'])
  if (!Array.isArray(tags)) return []
  const texts = tags.filter((tag) => typeof tag === 'string').map((tag) => tag.trim().slice(0, 100))
  return [...new Set(texts.filter((tag) => tag !== ''))].slice(0, mostTags)
}

export function readUrl(json: Json): string | undefined {
  const url = textAt(json, 'url')
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href.length <= 2_048
    ? url
    : undefined
}

const carried = [
  'url',
  'summary',
  'email',
  'phone',
  'company',
  'role',
  'author',
  'publishedAt',
] as const

function readFields({ json, externalId, source }: WorkflowItem): Record<string, unknown> {
  const given = ownPath(json, ['fields'])
  const own = isRecord(given) ? given : {}
  const named = carried.flatMap((key) => {
    const value = textAt(json, key)
    return value === undefined ? [] : [[key, value] as const]
  })
  const origin =
    source === undefined ? {} : { source: { ...source, ...(externalId ? { externalId } : {}) } }
  const fields = { ...Object.fromEntries(named), ...own, ...origin }
  return JsonRecord.safeParse(fields).success ? fields : Object.fromEntries(named)
}

export const readTitle = (json: Json): string =>
  cut(firstLine(textAt(json, 'title', 'name', 'summary', 'rawContent', 'text') ?? ''))

export function toCard(item: WorkflowItem, kind: NewCard['kind']): NewCard {
  const { json } = item
  const dueDate = DayOrMoment.safeParse(ownPath(json, ['dueDate'])).data
  return {
    kind,
    title: readTitle(json),
    body: readBody(json, 'rawContent', 'text', 'summary'),
    tags: readTags(json),
    fields: readFields(item),
    ...(dueDate === undefined ? {} : { dueDate }),
  }
}

/**
 * Builds a post from an item. The body is the item's `text`, or else its summary, its whole text or
 * its title.
 */
export function toPost(item: WorkflowItem) {
  const { json } = item
  const media = ownPath(json, ['media'])
  return {
    title: cut(textAt(json, 'title') ?? ''),
    body: readBody(json, 'text', 'summary', 'rawContent', 'title'),
    tags: readTags(json),
    fields: readFields(item),
    link: readUrl(json) ?? null,
    linkHandling: LinkHandling.catch('keep').parse(ownPath(json, ['linkHandling'])),
    media: Array.isArray(media) ? media.filter((each) => typeof each === 'string') : [],
    firstComment: textAt(json, 'firstComment') ?? null,
  }
}
export type PostText = ReturnType<typeof toPost>
