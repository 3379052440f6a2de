import { onEvent, onSchedule, step, type Templates } from './template.ts'

/** Asks a model for a text, without tools, because the items may come from strangers. */
const write = (id: string, name: string, prompt: string) =>
  step(id, 'agent', name, { prompt, tools: [] })

/** Templates with a language model. */
export const aiTemplates: Templates = {
  'sort-inbox-and-draft-replies': {
    name: 'Sort my inbox and draft replies',
    description:
      'Makes a card of every new mail that asks for something, and notes a draft of the reply on it. Choose your mailbox',
    steps: [
      onSchedule('quarter', 'Every 15 minutes', '*/15 * * * *'),
      step('read', 'read_mailbox', 'New mail', { connector: '', query: 'in:inbox' }),
      { ...step('sort', 'triage', 'Does it ask for something?'), output: 'actionable' },
      write(
        'reply',
        'Draft the reply',
        'Draft a short and friendly reply to this mail, in the language of the mail. Promise nothing. Write only the text of the reply.',
      ),
      step('note', 'log_activity', 'Note the draft on the card', { bodyKey: 'text', kind: 'note' }),
    ],
  },
  'article-into-posts': {
    name: 'Turn an article into posts',
    description:
      'Reads each page that you capture, and drafts a long and a short post about it. Choose your accounts as their destinations, or post the drafts yourself',
    steps: [
      onEvent('captured', 'Link captured', 'link.captured'),
      step('read', 'read_url', 'Read the article'),
      write(
        'long',
        'Write the long post',
        'Write a post of about 120 words for a professional network that says what readers learn from this article. Use the language of the article. Write only the post, without the link.',
      ),
      step('draft', 'create_post', 'Draft the long post', {
        destination: 'manual://linkedin.com',
        text: '{{ $json.text }}',
        link: '{{ $json.url }}',
        key: 'long {{ $json.url }}',
      }),
      write(
        'short',
        'Write the short post',
        'Write one sentence of at most 200 characters that makes readers curious about this article. Use the language of the article. Write only the sentence, without the link.',
      ),
      step('second', 'create_post', 'Draft the short post', {
        destination: 'manual://x.com',
        text: '{{ $json.text }}',
        link: '{{ $json.url }}',
        key: 'short {{ $json.url }}',
      }),
    ],
  },
  'summarise-the-week': {
    name: 'Summarise the week',
    description:
      'Each Friday, sums up the cards that were finished since the last summary, and puts the summary on a new card',
    steps: [
      onSchedule('friday', 'Friday afternoon', '0 15 * * 5'),
      step('read', 'read_tasks', 'Finished cards', {
        status: 'done',
        kind: 'task',
        skipTag: 'summarised',
      }),
      step('mark', 'update_task', 'Remember what was summed up', { tag: 'summarised' }),
      step('list', 'aggregate', 'List the titles', {
        compute: [
          { operation: 'count', as: 'count' },
          { operation: 'join', field: 'title', as: 'titles', separator: '; ' },
        ],
      }),
      write(
        'sum',
        'Write the summary',
        'These cards were finished this week: {{ $json.titles }}. Sum up in at most five sentences what was achieved. Invent nothing.',
      ),
      step('card', 'create_card', 'Create the card', {
        title: 'The week in short',
        body: '{{ $json.text }}',
        tags: ['week'],
      }),
    ],
  },
  'draft-answers-to-leads': {
    name: 'Answer requests with a draft',
    description:
      'Drafts an answer to everybody who asks for a quote, and notes it on the card. You check the draft and send it',
    steps: [
      onEvent('asked', 'Quote requested', 'quote.submitted'),
      write(
        'answer',
        'Draft the answer',
        '{{ $json.name }} asks: {{ $json.message }}. Draft a friendly answer that thanks them, repeats what they need, and asks for what is missing for a quote. Name no price. Write only the text of the answer.',
      ),
      step('note', 'log_activity', 'Note the draft on the card', { bodyKey: 'text', kind: 'note' }),
    ],
  },
  'supplier-invoices-into-accounting': {
    name: 'Read supplier invoices into accounting',
    description:
      'Finds invoices in your mail, files them as incoming documents if accounting is on, and plans their payment. Choose your mailbox',
    steps: [
      onSchedule('hour', 'Every hour', '0 * * * *'),
      step('read', 'read_mailbox', 'Mail with files', { connector: '', query: 'has:attachment' }),
      {
        ...step('find', 'collect_invoices', 'Is it an invoice?'),
        output: 'invoices',
      },
      step('card', 'create_card', 'Plan the payment', {
        title: 'Pay: {{ $json.title }}',
        body: 'Invoice {{ $json.invoice.number }}\nFrom {{ $json.from }}',
        tags: ['to-pay'],
      }),
    ],
  },
  'video-into-tasks': {
    name: 'Turn a video into tasks',
    description:
      'Reads what each new video of your channel is about, and makes a card of every task in its description. Choose your channel',
    steps: [
      onSchedule('hour', 'Every hour', '0 * * * *'),
      step('read', 'video_to_tasks', 'New videos', { connector: '', extract: true }),
      step('split', 'split', 'One item for each task', {
        field: 'points',
        as: 'point',
        keep: true,
      }),
      step('card', 'create_card', 'Create the cards', {
        title: '{{ $json.point }}',
        body: 'From “{{ $json.title }}”: {{ $json.url }}',
        tags: ['from-video'],
        key: '{{ $json.videoId }} {{ $json.point }}',
      }),
    ],
  },
}
