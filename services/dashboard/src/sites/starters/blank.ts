import type { NewTemplate } from '@atrium/contracts'

export const blank: NewTemplate = {
  name: 'Blank page',
  description: 'A heading and a text, to write your own.',
  variables: [
    { name: 'title', type: 'text', label: 'Title', required: true, default: 'A page' },
    { name: 'text', type: 'longtext', label: 'Text', default: '' },
  ],
  markup: `<h1>{{ title }}</h1>
{{#if text}}<p>{{ text }}</p>{{/if}}
`,
}
