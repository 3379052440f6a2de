export { summariseInvoices } from './totals.db.ts'
