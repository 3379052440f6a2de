export { getPaymentRow as getPayment } from './payments.db.ts'
