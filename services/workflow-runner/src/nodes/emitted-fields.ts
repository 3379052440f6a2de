export { common, emitted, field } from '../fields/shown-fields.ts'
