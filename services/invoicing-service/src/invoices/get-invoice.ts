export {
  getInvoiceRow as getInvoice,
  invoicesWithCustomers,
  lockInvoiceRow as lockInvoice,
  lockProcessorInvoice as lockStatedInvoice,
  updateInvoiceRow as changeInvoice,
} from './invoices.db.ts'
