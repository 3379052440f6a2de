export { getOfferRow } from './offers.db.ts'
