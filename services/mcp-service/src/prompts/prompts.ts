import { ErrorCode, type GetPromptResult, McpError } from '@modelcontextprotocol/sdk/types.js'

type Given = Readonly<Record<string, string>>

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments?: { name: string; description: string; required: boolean }[]
  readonly text: (given: Given) => string
}

const optional = (name: string, description: string) => ({ name, description, required: false })
const longestArgument = 500

/** The prepared requests that a person picks in the menu of an assistant. */
export const prompts: readonly Prompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'What happened in the past seven days, what waits, and what comes next',
    arguments: [optional('focus', 'A part to look at closely, such as "invoices"')],
    text: ({ focus }) =>
      [
        'Write my weekly review of this organisation.',
        '1. Call what_needs_attention.',
        '2. Call search_cards for the cards that are due in the next seven days, and for those in status doing.',
        '3. Call search_cards with kind post for the posts of the past seven days and of the next seven.',
        '4. Call summarise_invoices, and list_invoices with overdue "true".',
        '5. Call list_workflows with view "summary" and name those whose last run failed.',
        'Write one page: what is done, what is late and why, the three things to do first. Name records by title with their ids. Change nothing.',
        ...(focus === undefined ? [] : [`Look closely at: ${focus}`]),
      ].join('\n'),
  },
  {
    name: 'chase_overdue_invoices',
    title: 'Chase overdue invoices',
    description: 'Goes through the overdue invoices and proposes a step for each',
    arguments: [optional('minimum', 'Leave out invoices below this amount, in cents')],
    text: ({ minimum }) =>
      [
        'Help me with the overdue invoices.',
        `1. Call list_invoices with overdue "true", sortBy "dueDate", sortDir "asc"${minimum === undefined ? '' : `, minCents ${minimum}`}; take all pages.`,
        '2. For each read get_invoice, and with call_operation listInvoiceTimeline when it was mailed last.',
        '3. Show me a table: number, customer, amount due, days late, last mail, and the step that you propose (remind, call, wait, write off) with a reason.',
        'Mail nothing before I have said which ones. Then call send_invoice for those alone, each with an idempotencyKey of its own.',
      ].join('\n'),
  },
  {
    name: 'plan_next_weeks_posts',
    title: 'Plan the posts of next week',
    description: 'Drafts the posts of next week from what the organisation has to tell',
    arguments: [
      optional('theme', 'What the week is about'),
      optional('posts', 'How many posts; five unless given'),
    ],
    text: ({ theme, posts = '5' }) =>
      [
        `Plan ${posts} posts for next week.`,
        ...(theme === undefined ? [] : [`The week is about: ${theme}`]),
        '1. Call list_channels for the channels that can publish, and search_cards with kind post for what was posted in the past month and is planned already.',
        '2. Look for material: search_cards with kind link and status enriched, newest first.',
        '3. Show me the plan: day, time, channel, text, and the source of each. Do not repeat what was posted.',
        'When I agree, draft each with create_post, without approving it. Call approve_post only for those that I name.',
      ].join('\n'),
  },
]

/** A prompt with its arguments in place. Throws a protocol error for an unknown name or argument. */
export function getPrompt(name: string, given: Given): GetPromptResult {
  const prompt = prompts.find((each) => each.name === name)
  if (prompt === undefined)
    throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name.slice(0, 100)}`)
  const known = (prompt.arguments ?? []).map((argument) => argument.name)
  for (const [argument, value] of Object.entries(given)) {
    if (!known.includes(argument) || value.length > longestArgument) {
      const rule = `${name} takes ${known.join(', ') || 'no arguments'}, each of at most ${longestArgument} characters`
      throw new McpError(ErrorCode.InvalidParams, rule)
    }
  }
  const text = prompt.text(given)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
