/** How the activity log calls a field. Other fields are called by their name in words. */
const fieldWords: Readonly<Record<string, string>> = {
  fields: 'changed',
  // The value alone says it, for example "paused".
  change: '',
  shared: 'shared with the team',
  // Customers
  email: 'email address',
  fromEmail: 'email address before',
  emails: 'recipients',
  fromRecipients: 'recipients before',
  contactName: 'contact person',
  phone: 'phone number',
  billingLine1: 'address',
  billingLine2: 'second address line',
  billingCity: 'city',
  billingPostalCode: 'postal code',
  billingState: 'region',
  billingCountry: 'country',
  taxId: 'VAT number',
  vatNumber: 'VAT number',
  fromVatNumber: 'VAT number before',
  language: 'document language',
  remindersPaused: 'reminders',
  intoName: 'merged into',
  // Settings
  timezone: 'time zone',
  timeZone: 'time zone',
  logoUrl: 'logo',
  brandColor: 'colour',
  locale: 'language and region',
  onlinePayments: 'online payments',
  paymentTermsDays: 'payment terms in days',
  vatRateBps: 'VAT rate',
}

/** Names a field, for example "VAT number" for `taxId` and "due date" for `dueDate`. */
export const fieldWord = (field: string): string =>
  fieldWords[field] ?? field.replace(/([A-Z])/g, ' $1').toLowerCase()

/** Names a list of fields, separated by commas. */
export const fieldListWords = (list: string): string =>
  [...new Set(list.split(', ').map(fieldWord))].join(', ')
