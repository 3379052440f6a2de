import type { BreakKind, SchemaBreak } from './compare-schemas.ts'

/** A change with which the last release cannot live. */
export interface Change {
  /** `event task.created: title was removed`. An exception names the change with this text. */
  readonly change: string
  /** A text in the file that declares what changed. */
  readonly source: string
  /** Who breaks: `services of 0.1.0 cannot use it`. */
  readonly consequence: string
  /** What to do: `keep the field`. */
  readonly instead: string
}

/** A part of a message in one direction: who writes it, who reads it, and which side is older. */
export interface Part {
  /** `event task.created` or `GET /api/tasks query`. */
  readonly label: string
  /** The event's type, the RPC's subject, or the operation's id. */
  readonly name: string
  readonly consequence: string
  /** How to change it for everybody: `declare task.created.v2 and send both`. */
  readonly successor: string
}

const advice: Readonly<Record<BreakKind, string>> = {
  default: 'keep the default',
  limit: 'keep the limit',
  optional: 'keep the field required',
  removed: 'keep the field',
  required: 'make the field optional',
  type: 'add another field for the new type',
  unknown: 'let the receiver take the field one release before anybody sends it',
  values: 'keep every value, and send a new one only when all readers know it',
}

/** Describes a break of a schema in a message. */
export function tellBreak(part: Part, { schema, field, change, kind }: SchemaBreak): Change {
  const place = schema === undefined ? part.label : `schema ${schema}`
  const subject = field === '' ? '' : `${field} `
  return {
    change: `${place}: ${subject}${change}`,
    source: schema ?? part.name,
    consequence: schema === undefined ? part.consequence : `${part.consequence} (${part.label})`,
    instead: `${advice[kind]}, or ${part.successor}`,
  }
}

/** Describes the change of a whole message, for example its removal. */
export const tellChange = (part: Part, change: string, instead: string): Change => ({
  change: `${part.label}: ${change}`,
  source: part.name,
  consequence: part.consequence,
  instead: `${instead}, or ${part.successor}`,
})

/** Returns the sentence for a change in a file. */
export const formatChange = (file: string, { change, consequence, instead }: Change): string =>
  `${file}: ${change}, so ${consequence}: ${instead}.`
