export { eventDataOf } from './invoice.ts'
export { insertMirroredInvoice } from './invoices.db.ts'
