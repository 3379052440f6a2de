export { toCustomer } from './customer.ts'
export { getCustomerRow, lockCustomerRow } from './customers.db.ts'
