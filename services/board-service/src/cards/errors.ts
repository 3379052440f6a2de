export { cardErrors } from '@atrium/contracts'
