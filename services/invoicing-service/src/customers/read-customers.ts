export { toCustomer } from './customer.ts'
export { getCustomerRow } from './customers.db.ts'
