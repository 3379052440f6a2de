import { useQuery } from '@tanstack/react-query'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { toDateLocale } from './typed-day.ts'

/**
 * Returns the locale for date fields: the organisation's, or British English until it has loaded.
 */
export function useDateLocale(): string {
  const settings = useQuery(orgSettingsQuery).data
  return settings === undefined ? 'en-GB' : toDateLocale(settings.locale, settings.timezone)
}
