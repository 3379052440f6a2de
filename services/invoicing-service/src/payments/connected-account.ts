export { findAccount as findConnectedAccount } from './accounts.db.ts'
