export { creditBalance } from './credits.db.ts'
