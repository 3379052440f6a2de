export {
  deleteCustomerRow as deleteMergedCustomer,
  getCustomerRow as getCustomer,
  lockChangedCustomer as lockCustomer,
  updateCustomerRow as changeCustomer,
} from './customers.db.ts'
