import type { CsvSeparator } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { orgSettings } from '../identity/orgs.ts'
import type { Separator } from './csv-line.ts'

/**
 * Returns the requested separator, or else a semicolon if the locale has a decimal comma, because
 * spreadsheets expect one.
 */
export async function readSeparator(
  deps: Deps,
  orgId: string,
  asked: CsvSeparator | undefined,
): Promise<Separator> {
  if (asked !== undefined) return asked === 'tab' ? '\t' : asked
  const { locale } = await orgSettings(deps, orgId)
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ','
}
