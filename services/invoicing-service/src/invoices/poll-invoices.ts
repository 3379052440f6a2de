export { claimInvoicesToPoll as claimPolledInvoices, getInvoiceRow } from './invoices.db.ts'
export { claimUnfinishedPushes, isResumable, type PushRow } from './pushes.db.ts'
