import type { ModelPart, WorkflowItem } from '@atrium/contracts'
import { asText, isRecord, ownPath } from '../engine/index.ts'

/** The keys that describe an item, in the order for the model. */
const keys = [
  'title',
  'from',
  'to',
  'date',
  'name',
  'company',
  'jobTitle',
  'profileTitle',
  'author',
  'publishedAt',
  'url',
  'siteName',
  'summary',
  'snippet',
  'tags',
] as const
const longestLine = 2_000
const longestBody = 60_000
const longestFile = 8_000

const own = (item: WorkflowItem, key: string): string => asText(ownPath(item.json, [key])).trim()

/** Returns untrusted text as a prompt part, cut to a length. */
export const dataPart = (
  source: string,
  text: string,
  longest: number = longestBody,
): ModelPart => ({
  data: (text.length <= longest ? text : `${text.slice(0, longest)}… [cut]`).toWellFormed(),
  source: source.slice(0, 200).toWellFormed(),
})

/** Returns the item's text, its summary if it has no text, or empty. */
export function readContent(item: WorkflowItem): string {
  for (const key of ['rawContent', 'text', 'body', 'summary', 'snippet']) {
    const text = own(item, key)
    if (text !== '') return text
  }
  return ''
}

export function itemLabel(item: WorkflowItem, at: number): string {
  const label = [own(item, 'title'), own(item, 'name'), own(item, 'url'), item.externalId ?? '']
  return (label.find((text) => text !== '') ?? `item ${at + 1}`).slice(0, 80).toWellFormed()
}

function readFiles(item: WorkflowItem): [name: string, text: string][] {
  const listed = ownPath(item.json, ['attachments'])
  const files = Array.isArray(listed) ? listed.filter(isRecord).slice(0, 10) : []
  return files.map((file) => [
    asText(ownPath(file, ['name'])).slice(0, 180),
    asText(ownPath(file, ['text'])).slice(0, longestFile),
  ])
}

export const groundsOfItem = (item: WorkflowItem): string[] => [
  ...keys.map((key) => own(item, key)),
  ...['rawContent', 'text', 'body'].map((key) => own(item, key)),
  ...readFiles(item).flat(),
]

/** Returns an item as prompt data: its describing keys, its text and its file texts. */
export function toMaterial(item: WorkflowItem): ModelPart[] {
  const head = keys.flatMap((key) => {
    const value = own(item, key)
    return value === '' ? [] : [`${key}: ${value.slice(0, longestLine)}`]
  })
  const body =
    ['rawContent', 'text', 'body'].map((key) => own(item, key)).find((text) => text !== '') ?? ''
  return [
    dataPart(item.source?.scheme ?? 'item', head.join('\n')),
    ...(body === '' ? [] : [dataPart('content', body)]),
    ...readFiles(item).map(([name, text]) => dataPart(`file ${name}`, text, longestFile)),
  ]
}
