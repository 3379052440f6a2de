import type { Migrations } from '@atrium/database'
import { baseline } from './0001-baseline.ts'
import { exportsTable } from './0002-exports.ts'

/** The schema's history. Only add to it, never change an entry. */
export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-exports': exportsTable,
}
