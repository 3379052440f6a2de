export { asRoutine, isIdle, onWrite } from './activity.ts'
export { backOff } from './back-off.ts'
export * from './create-database.ts'
export type * from './ctx.ts'
export {
  asDatabaseError,
  assetReleasedState,
  isDatabaseAway,
  isForeignKeyViolation,
  isUniqueViolation,
} from './database-error.ts'
export * from './export-rows.ts'
export * from './folded-text.ts'
export * from './json.ts'
export { createZoneReader, type ReadKnownZone } from './known-zones.ts'
export { toLikePattern } from './like-pattern.ts'
export * from './migrate.ts'
export * from './named-assets.db.ts'
export * from './org-tables.ts'
export { type AuditAuthor, type AuditedAction, audit, auditRecord } from './outbox/audit.ts'
export * from './outbox/emit.ts'
export { emitEntries, type OutboxEntry, outboxRows } from './outbox/outbox-rows.ts'
export { containsTextOrPhone, matchesPhone } from './phone-search.ts'
export type * from './platform-tables.ts'
export { countAbout, type PageQuery, readPage } from './read-page.ts'
export { executePrepared, runStatement, toRepairingPool } from './repaired-queries.ts'
export type { Cents, Created, Json, TableOf } from './table-types.ts'
export * from './text-repair.ts'
export * from './text-search.ts'
export * from './transaction.ts'
export { createView, toColumns } from './view.ts'
