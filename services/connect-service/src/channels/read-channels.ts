export { findChannelRow, listChannelRows } from './channels.db.ts'
