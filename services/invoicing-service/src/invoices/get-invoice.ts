export {
  getInvoiceRow as getInvoice,
  invoicesWithCustomers,
  lockInvoiceOf as lockStatedInvoice,
  lockInvoiceRow as lockInvoice,
  updateInvoiceRow as changeInvoice,
} from './invoices.db.ts'
