import { type AuditEntry, auditActions } from '@atrium/contracts'

const words: Readonly<Record<string, string>> = auditActions

/** The actions of the audit with their words, for a choice. */
export const actionChoices = Object.entries(auditActions).map(([value, label]) => ({ value, label }))

/** What was done, in words; an action that this page does not know is named as it is. */
export const actionLabel = ({ action }: Pick<AuditEntry, 'action'>): string => words[action] ?? action

const kinds: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  user: '',
  api_key: 'API key ',
  mcp: 'Assistant ',
  system: '',
}

/** Who did it. */
export const actorLabel = ({ actor }: Pick<AuditEntry, 'actor'>): string =>
  `${kinds[actor.type]}${actor.name}`

/** What it was done to; undefined where that is the actor, or says nothing more. */
export function targetLabel({ actor, target }: Pick<AuditEntry, 'actor' | 'target'>): string | undefined {
  const own = target.id === actor.id || target.type === 'session' || target.type === 'settings'
  return own || target.name === '' ? undefined : target.name
}

const label = (field: string): string => field.replace(/([A-Z])/g, ' $1').toLowerCase()

/** The facts of an entry in one line; an id or a path is of no use to a reader. */
export const detailLabel = ({ detail }: Pick<AuditEntry, 'detail'>): string =>
  Object.entries(detail)
    .filter(([field, value]) => value !== null && value !== '' && !/Id$|^via$|^device$/.test(field))
    .map(([field, value]) => `${label(field)} ${String(value)}`)
    .join(', ')
