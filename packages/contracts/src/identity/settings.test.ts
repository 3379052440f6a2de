import { expect, test } from 'vitest'
import { defaultOrgSettings, OrgSettingsOf } from './settings.ts'

test('reads the settings of an identity service that does not know the newest fields', () => {
  const { imprint: _, privacyUrl: __, publicName: ___, ...known } = defaultOrgSettings
  const settings = { ...known, locale: 'de-DE', timezone: 'Europe/Berlin' }
  expect(OrgSettingsOf.output.parse({ settings }).settings).toEqual({
    ...defaultOrgSettings,
    ...settings,
  })
})
