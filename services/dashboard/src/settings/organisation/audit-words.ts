import { type AuditEntry, auditActions } from '@atrium/contracts'
import { amountLabel } from '../../money/amounts/amount.ts'
import { storedNetworkName } from '../../ui/network.tsx'
import { fieldListWords, fieldWord } from './field-words.ts'

const words: Readonly<Record<string, string>> = auditActions

export const actionChoices = Object.entries(auditActions).map(([value, label]) => ({
  value,
  label,
}))

/** Describes an action. Returns the action itself if this page does not know it. */
export const actionLabel = ({ action }: Pick<AuditEntry, 'action'>): string =>
  words[action] ?? action

const kinds: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  user: '',
  api_key: 'API key ',
  mcp: 'Assistant ',
  system: '',
}

export const actorLabel = ({ actor }: Pick<AuditEntry, 'actor'>): string =>
  `${kinds[actor.type]}${actor.name}`

/**
 * Names the changed record. Returns undefined if the record is the actor, or if its name adds
 * nothing.
 */
export function targetLabel({
  actor,
  target,
}: Pick<AuditEntry, 'actor' | 'target'>): string | undefined {
  const isImplied =
    target.id === actor.id || target.type === 'session' || target.type === 'settings'
  return isImplied || target.name === '' ? undefined : target.name
}

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/**
 * Describes an entry's details in one line, with amounts in their currency and moments as dates.
 * Leaves out ids and paths, which mean nothing to a reader, "created", because the action says it,
 * and what is not the case.
 */
export function detailLabel(
  { detail: { currency, ...facts } }: Pick<AuditEntry, 'detail'>,
  locale?: string,
): string {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return Object.entries(facts)
    .filter(
      ([field, value]) =>
        value !== null &&
        value !== '' &&
        value !== 'created' &&
        value !== false &&
        !/Id$|^via$|^device$/.test(field),
    )
    .map(([field, value]) => {
      if (typeof value === 'number' && typeof currency === 'string' && field.endsWith('Cents')) {
        return `${fieldWord(field.slice(0, -'Cents'.length))} ${amountLabel(value, currency, locale)}`
      }
      if (value === true) return fieldWord(field)
      if (field === 'network') return storedNetworkName(String(value))
      const isMoment = typeof value === 'string' && moment.test(value)
      if (field === 'fields') return `${fieldWord(field)} ${fieldListWords(String(value))}`
      return `${fieldWord(field)} ${isMoment ? days.format(new Date(value)) : String(value)}`.trimStart()
    })
    .join(', ')
}
