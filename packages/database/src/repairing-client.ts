import pg from 'pg'
import { repairValue } from './text-repair.ts'

/**
 * A `pg` client whose every parameter passes the text boundary. It sits below Kysely and below any library
 * that is handed the pool, so that no caller can forget it.
 */
export class RepairingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [first, second] = args
    if (Array.isArray(second)) args[1] = second.map(repairValue)
    if (hasValues(first)) first.values = first.values.map(repairValue)
    return Reflect.apply(super.query, this, args) as never
  }
}

const hasValues = (value: unknown): value is { values: unknown[] } =>
  typeof value === 'object' && value !== null && 'values' in value && Array.isArray(value.values)
