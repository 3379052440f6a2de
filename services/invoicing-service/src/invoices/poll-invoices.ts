export { claimInvoicesToPoll as claimPolledInvoices } from './invoices.db.ts'
export { type PushRow, unfinishedPushes } from './pushes.db.ts'
