export { getCustomerRow } from './customers.db.ts'
