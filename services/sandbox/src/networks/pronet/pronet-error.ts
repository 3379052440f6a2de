import { Refusal } from '../refusal.ts'

/** An error in the shape of the network's API. */
export class PronetError extends Refusal {
  constructor(status: number, code: string, message: string, serviceErrorCode?: number) {
    super(status, {
      status,
      ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }),
      code,
      message,
    })
  }
}

export const switched = ({ status }: { status: number }): object =>
  new PronetError(status, 'SWITCHED', 'The switch says so').body

/** Returns the error for a missing, wrong or unknown field. */
export const illegal = (field: string, message: string): PronetError =>
  new PronetError(422, 'ILLEGAL_ARGUMENT', `ERROR :: /${field} :: ${message}`)

/** Returns an object if it has only allowed fields. Throws otherwise, as the network does. */
export function record(
  value: unknown,
  field: string,
  allowed: readonly string[],
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw illegal(field, 'field is required but not found and has no default value')
  }
  const unknown = Object.keys(value).find((name) => !allowed.includes(name))
  if (unknown !== undefined)
    throw illegal(`${field}/${unknown}`, 'unrecognized field found but not allowed')
  return value as Record<string, unknown>
}

/** Returns a required text. */
export function text(value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw illegal(field, 'field is required but not found and has no default value')
}
