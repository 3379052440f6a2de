export { findActiveOffer, getOfferRow } from './offers.db.ts'
