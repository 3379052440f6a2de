export {
  getInvoiceRow as getInvoice,
  invoicesWithCustomers,
  lockInvoiceOf as lockStatedInvoice,
  lockInvoiceRow as lockInvoice,
} from './invoices.db.ts'
