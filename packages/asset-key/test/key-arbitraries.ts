import fc from 'fast-check'
import { documentTypes, mediaTypes } from '../src/media-types.ts'

/** Random org ids. */
export const orgIdText = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((digits) => `org_${digits.join('')}`)

/** Any known extension. */
export const extensionText = fc.constantFrom(
  ...[...mediaTypes, ...documentTypes].map((type) => type.extension),
)

/** The parts of a key. */
export const keyParts = fc.record({
  orgId: orgIdText,
  visibility: fc.constantFrom('pub', 'priv'),
  extension: extensionText,
})
