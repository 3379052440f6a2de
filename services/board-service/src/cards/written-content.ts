import { hash } from 'node:crypto'
import type { CardPatch } from '@atrium/contracts'
import type { CardRow, WrittenContent } from '../database.ts'
import { readDue, writeDue } from '../due-days/due.ts'
import { cleanTitle } from './card-title.ts'

/** Serialises a value with sorted keys, so equal values have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

const fingerprint = (value: unknown): string =>
  hash('sha256', canonical(value ?? null)).slice(0, 16)

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Normalises a due date as stored, because a moment in a request may have an offset. */
const normalizeDue = (due: string | null): string | null =>
  due === null ? null : writeDue(readDue(due))

/** Returns the fingerprints for a workflow's new card. */
export const firstContent = (card: CardRow): WrittenContent => ({
  title: fingerprint(card.title),
  body: fingerprint(card.body),
  dueDate: fingerprint(writeDue(card)),
  fields: Object.fromEntries(
    Object.entries(card.fields).map(([name, value]) => [name, fingerprint(value)]),
  ),
  tags: card.tags,
})

/**
 * Removes from a workflow's patch what a user has changed since the workflow's last write. Cards
 * from earlier releases have no record of that. There, all content counts as the workflow's unless
 * a user has edited the card.
 */
export function keepEdits(
  card: CardRow,
  patch: CardPatch,
  hasEdits: boolean,
): { patch: CardPatch; written: WrittenContent } {
  const lastWritten = card.written ?? (hasEdits ? { fields: {} } : firstContent(card))
  const written: WrittenContent = { ...lastWritten, fields: { ...lastWritten.fields } }
  const kept: CardPatch = { ...patch }
  const decide = (
    base: string | undefined,
    current: unknown,
    next: unknown,
  ): 'same' | 'write' | 'keep' => {
    if (fingerprint(current) === fingerprint(next)) return 'same'
    if (base === undefined) return isEmpty(current) ? 'write' : 'keep'
    return fingerprint(current) === base ? 'write' : 'keep'
  }
  const title = patch.title === undefined ? undefined : cleanTitle(patch.title)
  if (title !== undefined) {
    if (decide(lastWritten.title, card.title, title) === 'keep') delete kept.title
    else written.title = fingerprint(title)
  }
  if (patch.body !== undefined) {
    if (decide(lastWritten.body, card.body, patch.body) === 'keep') delete kept.body
    else written.body = fingerprint(patch.body)
  }
  if (patch.dueDate !== undefined) {
    const next = normalizeDue(patch.dueDate)
    if (decide(lastWritten.dueDate, writeDue(card), next) === 'keep') delete kept.dueDate
    else written.dueDate = fingerprint(next)
  }
  if (patch.fields !== undefined) {
    const fields = new Map(Object.entries(patch.fields))
    for (const [name, next] of fields) {
      const base = Object.hasOwn(lastWritten.fields, name) ? lastWritten.fields[name] : undefined
      const current = Object.hasOwn(card.fields, name) ? card.fields[name] : undefined
      if (decide(base, current, next) === 'keep') fields.delete(name)
      else written.fields[name] = fingerprint(next)
    }
    kept.fields = Object.fromEntries(fields)
  }
  if (patch.tags !== undefined) {
    const before = new Set(lastWritten.tags)
    const next = new Set(patch.tags)
    const stays = card.tags.filter((tag) => !before.has(tag) || next.has(tag))
    // If a user removed a tag, it stays removed.
    const added = patch.tags.filter((tag) => !before.has(tag))
    kept.tags = [...new Set([...stays, ...added])]
    written.tags = patch.tags
  }
  return { patch: kept, written }
}
