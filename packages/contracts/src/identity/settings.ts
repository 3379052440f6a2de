import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { etag, ifMatch } from '../core/headers.ts'
import { defineLiveEvent, defineRpc } from '../core/messages.ts'
import { GivenName, named, WebUrl } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import { Currency } from '../invoicing/money/money.ts'

const identity = tagged('Identity')

const longestZone = 64
const longestLocale = 35

// Offsets such as `+01:00` are no IANA zones, although Intl accepts them.
const zoneForm = /^[A-Za-z][\w+/-]*$/

// A format that is created to test a zone takes longer than the other checks of all settings.
let usualZones: ReadonlySet<string> | undefined

function isTimeZone(zone: string): boolean {
  usualZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (usualZones.has(zone)) return true
  if (zone.length > longestZone || !zoneForm.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function isLocale(tag: string): boolean {
  if (tag.length > longestLocale) return false
  try {
    return new Intl.Locale(tag).language !== undefined
  } catch {
    return false
  }
}

/** An IANA time zone name. */
export const TimeZone = z
  .string()
  .max(longestZone)
  .refine(isTimeZone, 'Choose a time zone, such as Europe/Paris')

// Names that Intl adds to the IANA's. PostgreSQL rejects some of them and reads others as a
// different zone. One such zone would break every query over all organisations.
const addedByIntl =
  /^(?:SystemV\/.+|US\/Pacific-New|Canada\/East-Saskatchewan|(?!(?:UTC|GMT|UCT|EST|MST|HST|CET|MET|EET|WET|PRC|ROC|ROK)$)[A-Z]{3})$/i

/** A time zone for a request. Other zones from earlier releases are still returned. */
export const ChosenTimeZone = TimeZone.refine(
  (zone) => !addedByIntl.test(zone),
  'Choose a time zone, such as Europe/Paris',
)

/** A BCP 47 language tag. */
export const Locale = z
  .string()
  .max(longestLocale)
  .refine(isLocale, 'Choose a language, such as en-GB')

const PrivacyUrl = WebUrl.refine(
  (url) => url.toLowerCase().startsWith('https://'),
  'Enter an address that starts with https://',
)

/**
 * A host name with at least two labels, such as `shop.example`. No IP address has this form. The
 * name of the DNS record must fit into 253 characters, too.
 */
const hostForm = /^(?=.{4,245}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/

/** The host name of an organisation's own domain. Names in other scripts are in Punycode. */
const PublicDomain = z
  .string()
  .trim()
  .max(300)
  .overwrite((name) => domainToAscii(name))
  .regex(hostForm, 'Enter a name such as www.example.com, without https://')

function domainToAscii(name: string): string {
  const url = `http://${name.toLowerCase()}`
  return /^[^/?#@:\s]+$/.test(name) && URL.canParse(url) ? new URL(url).hostname : name
}

/** Where and how an organisation proves with a DNS record that it may use a domain. */
export const domainProof = (domain: string, orgId: string) => ({
  type: 'TXT' as const,
  name: `_atrium.${domain}`,
  value: `atrium-organisation=${orgId}`,
})

export const OrgSettings = named('OrgSettings', {
  timezone: TimeZone.describe('The organisation’s IANA time zone, for example `Europe/Paris`.'),
  locale: Locale.describe('The organisation’s BCP 47 language tag, for example `fr-FR`.'),
  currency: Currency.describe('The organisation’s usual currency, as an ISO 4217 code.'),
  logoUrl: WebUrl.nullable().describe(
    'The URL of the organisation’s picture, http or https. Null without a picture.',
  ),
  brandColor: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Use #rrggbb')
    .nullable()
    .describe('The organisation’s colour as `#rrggbb`. Null without a colour.'),
  imprint: z
    .string()
    .trim()
    .max(5_000)
    .describe(
      'The text below each public page that says who is responsible for it, at most 5,000 characters. Empty without one.',
    ),
  privacyUrl: PrivacyUrl.nullable().describe(
    'The https address of the organisation’s privacy policy. Public pages link to it. Null without one.',
  ),
  publicName: GivenName.nullable().describe(
    'The name on public pages. Null for the organisation’s name.',
  ),
  publicDomain: PublicDomain.nullable().describe(
    'The host name at which the organisation’s public pages are served, too. Null without one.',
  ),
})
export type OrgSettings = z.infer<typeof OrgSettings>

/** The settings if an organisation has set none. */
export const defaultOrgSettings: Readonly<OrgSettings> = {
  timezone: 'UTC',
  locale: 'en',
  currency: 'EUR',
  logoUrl: null,
  brandColor: null,
  imprint: '',
  privacyUrl: null,
  publicName: null,
  publicDomain: null,
}

export const OrgSettingsChange = z
  .strictObject({
    ...OrgSettings.shape,
    timezone: ChosenTimeZone.describe(
      'The organisation’s IANA time zone, for example `Europe/Paris`.',
    ),
  })
  .partial()

export const themes = ['system', 'light', 'dark'] as const

export const UserSettings = named('UserSettings', {
  notificationEmail: EmailAddress.describe(
    'The email address for notices. By default the login’s address.',
  ),
  timezone: TimeZone.describe('The IANA time zone. By default the active organisation’s.'),
  locale: Locale.describe('The BCP 47 language tag. By default the active organisation’s.'),
  theme: z.enum(themes).describe('The dashboard’s colours. `system` follows the device.'),
})
export type UserSettings = z.infer<typeof UserSettings>

/** Null restores the default. */
export const UserSettingsChange = z
  .strictObject({
    notificationEmail: UserSettings.shape.notificationEmail
      .nullable()
      .describe('The email address for notices. Null for the login’s address.'),
    timezone: ChosenTimeZone.nullable().describe(
      'The IANA time zone. Null for the active organisation’s.',
    ),
    locale: Locale.nullable().describe(
      'The BCP 47 language tag. Null for the active organisation’s.',
    ),
    theme: UserSettings.shape.theme.describe(
      'The dashboard’s colours. `system` follows the device.',
    ),
  })
  .partial()

export const getOrgSettings = identity.org.get('getOrgSettings', '/api/settings', {
  sdk: 'settings.get',
  summary: 'The settings of the organisation',
  responses: ok('The settings', OrgSettings, etag),
})

export const updateOrgSettings = identity.admin.patch('updateOrgSettings', '/api/settings', {
  sdk: 'settings.update',
  summary: 'Change settings of the organisation',
  description:
    'If the logo is stored here, it must be a file of the organisation itself. A new `publicDomain` needs a TXT record `_atrium.<domain>` with the value `atrium-organisation=<organisation id>`, otherwise it is 422 `domain_not_proven`. If you send the ETag of a read as `If-Match`, the change is refused (412) when somebody has changed the settings since.',
  headers: ifMatch,
  body: OrgSettingsChange,
  responses: ok('The settings', OrgSettings, etag),
  errors: ['foreign_asset', 'precondition_failed', 'domain_not_proven', 'domain_taken'],
  example: {
    body: {
      timezone: 'Europe/Paris',
      locale: 'fr-FR',
      brandColor: '#2f6feb',
      imprint: 'Boulangerie du Four, 3 rue du Four, 13001 Marseille',
      privacyUrl: 'https://bakery.example/privacy',
      publicName: 'Boulangerie du Four',
    },
  },
})

export const getUserSettings = identity.user.get('getUserSettings', '/api/me/settings', {
  sdk: 'settings.mine',
  summary: 'The settings of the signed-in user',
  description: 'Needs a session. An API key has no settings.',
  responses: ok('The settings', UserSettings, etag),
})

export const updateUserSettings = identity.user.patch('updateUserSettings', '/api/me/settings', {
  sdk: 'settings.updateMine',
  summary: 'Change settings of the signed-in user',
  description:
    'Needs a session. Null restores a default. If you send the ETag of a read as `If-Match`, the change is refused (412) when the user has changed settings since, for example in another window.',
  headers: ifMatch,
  body: UserSettingsChange,
  responses: ok('The settings', UserSettings, etag),
  errors: ['precondition_failed'],
  example: { body: { theme: 'dark', timezone: 'Europe/Paris' } },
})

export const FindPublicDomain = defineRpc({
  subject: 'identity.find-public-domain',
  description: 'The org whose public pages are served at this host name; null if there is none',
  input: z.object({ host: z.string().min(1).max(255) }),
  output: z.object({ org: z.object({ orgId: z.string(), slug: z.string() }).nullable() }),
  timeoutMs: 2_000,
})

/** Settings from identity. An identity of an earlier release does not send the newest fields. */
const ReceivedOrgSettings = OrgSettings.extend({
  imprint: OrgSettings.shape.imprint.default(defaultOrgSettings.imprint),
  privacyUrl: OrgSettings.shape.privacyUrl.default(defaultOrgSettings.privacyUrl),
  publicName: OrgSettings.shape.publicName.default(defaultOrgSettings.publicName),
  publicDomain: OrgSettings.shape.publicDomain.default(defaultOrgSettings.publicDomain),
})

export const OrgSettingsOf = defineRpc({
  subject: 'identity.org-settings',
  description: 'The settings of an org, with defaults for those that are not set',
  input: z.object({ orgId: z.string() }),
  output: z.object({ settings: ReceivedOrgSettings }),
  timeoutMs: 3_000,
})

export const SettingsChanged = defineLiveEvent(
  'settings.changed',
  'The settings of an organisation were changed',
  { orgId: z.string(), userId: z.string().describe('The author of the change') },
)
