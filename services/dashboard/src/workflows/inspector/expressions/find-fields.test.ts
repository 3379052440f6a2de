import { expect, test } from 'vitest'
import { findFields } from './find-fields.ts'
import type { UpstreamField } from './upstream-fields.ts'

const amount: UpstreamField = {
  expression: '$json.totalAmountCents',
  label: 'Amount',
  from: 'Invoice paid',
  type: 'money',
  shown: '€2,000.00',
  currency: undefined,
}

test.each(['amo', 'paid', '2', 'cents'])(
  'finds a field by %j, and only by its label after a slash',
  (typed) => {
    const find = (onlyLabels: boolean) =>
      findFields([amount], typed, { takesId: false, onlyLabels })
    expect(find(false)).toHaveLength(1)
    expect(find(true)).toHaveLength(typed === 'amo' ? 1 : 0)
  },
)
