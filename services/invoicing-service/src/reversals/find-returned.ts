export { isReturn, type ReturnedSum, returnedCents, sumReturned } from './returned-money.db.ts'
