export { findRole as roleOf } from './members.db.ts'
