export { cardKinds, cardStatuses, networks } from '../fields/choice-words.ts'
export { choice, common, emitted, field } from '../fields/shown-fields.ts'
