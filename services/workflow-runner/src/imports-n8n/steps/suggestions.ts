/** What to do instead of an n8n step without a counterpart, by the service that the step calls. */
interface Suggestion {
  /** The service as its owner writes it. */
  readonly name: string
  /** The replacement for a step. */
  readonly act: string
  /** The replacement for a trigger. Without one, a webhook or a schedule starts the workflow. */
  readonly start?: string
}

const webhookAddress = (name: string): Suggestion => ({
  name,
  act: 'Create an address for incoming messages there, and send the text to it with the step “HTTP request”.',
})
const database = (name: string): Suggestion => ({
  name,
  act: 'A database has no web address. Put an interface in front of it, and call the interface with the step “HTTP request”.',
})

/** The services that workflows of n8n users call most often. */
export const suggestions: ReadonlyMap<string, Suggestion> = new Map([
  [
    'telegram',
    {
      name: 'Telegram',
      act: 'Send the message with the step “HTTP request”: POST to https://api.telegram.org/bot<token>/sendMessage with chat_id and text.',
      start:
        'Start with a webhook, and give its address to your bot with the method setWebhook of Telegram.',
    },
  ],
  [
    'google sheets',
    {
      name: 'Google Sheets',
      act: 'To read, publish the sheet as CSV and use the steps “HTTP request” and “Parse”. To write, send the rows to a script of the sheet with “HTTP request”.',
      start: 'Use a schedule that reads the sheet, and “Remove duplicates” to keep only new rows.',
    },
  ],
  [
    'airtable',
    {
      name: 'Airtable',
      act: 'Use the step “HTTP request” with https://api.airtable.com/v0/<base>/<table> and your access token in the header Authorization, then “Split” for the list records.',
      start:
        'Use a schedule that reads the table, and “Remove duplicates” to keep only new records.',
    },
  ],
  ['slack', webhookAddress('Slack')],
  ['discord', webhookAddress('Discord')],
  ['mattermost', webhookAddress('Mattermost')],
  ['microsoft teams', webhookAddress('Microsoft Teams')],
  ['postgres', database('PostgreSQL')],
  ['my sql', database('MySQL')],
  ['mongo db', database('MongoDB')],
  ['redis', database('Redis')],
  ['supabase', { name: 'Supabase', act: 'Call its REST interface with the step “HTTP request”.' }],
  ['hubspot', { name: 'HubSpot', act: 'Call its interface with the step “HTTP request”.' }],
])
