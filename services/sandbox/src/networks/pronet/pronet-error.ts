import { Refusal } from '../refusal.ts'

/** A refusal in the shape of the network's API. */
export class PronetError extends Refusal {
  constructor(status: number, code: string, message: string, serviceErrorCode?: number) {
    super(status, { status, ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }), code, message })
  }
}

export const switched = ({ status }: { status: number }): object =>
  new PronetError(status, 'SWITCHED', 'The switch says so').body

/** A field that is missing, wrong or unknown. */
export const illegal = (field: string, message: string): PronetError =>
  new PronetError(422, 'ILLEGAL_ARGUMENT', `ERROR :: /${field} :: ${message}`)

/** The allowed fields of an object of a request. Throws for others, as the network does. */
export function record(value: unknown, field: string, allowed: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw illegal(field, 'field is required but not found and has no default value')
  }
  const unknown = Object.keys(value).find((name) => !allowed.includes(name))
  if (unknown !== undefined) throw illegal(`${field}/${unknown}`, 'unrecognized field found but not allowed')
  return value as Record<string, unknown>
}

/** A text that has to be there. */
export function text(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw illegal(field, 'field is required but not found and has no default value')
}
