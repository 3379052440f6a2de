import { randomBytes } from 'node:crypto'
import { hashState } from './begun-connect.ts'

/** The state of a connect without a dialog, which nobody sends back. */
export const newState = (): { state_hash: string } => ({
  state_hash: hashState(randomBytes(32).toString('base64url')),
})
