export {
  getInvoiceRow as getInvoice,
  lockInvoiceOf as lockStatedInvoice,
  lockInvoiceRow as lockInvoice,
} from './invoices.db.ts'
