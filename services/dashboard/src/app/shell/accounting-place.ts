import { getAccounting } from '@atrium/contracts'
import { IconCalculator } from '@tabler/icons-react'
import { atrium } from '../../platform/api.ts'
import type { Place } from './navigation.ts'

const place: Place = {
  to: '/accounting',
  params: true,
  label: 'Accounting',
  icon: IconCalculator,
  key: 'j',
  inMenu: true,
}

/** The page of accounting; null in a deployment without it. */
export async function findAccountingPlace(signal: AbortSignal): Promise<Place | null> {
  const { enabled } = await atrium.call(getAccounting, {}, { signal })
  return enabled ? place : null
}
