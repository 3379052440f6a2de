import { type Command, commandFor } from './command.ts'
import { listOptions } from './people/list-records.ts'

const json = { json: { type: 'boolean', about: 'JSON instead of a table' } } as const
const status = { type: 'string', value: 'status', about: 'one status alone' } as const
const search = { type: 'string', value: 'words', about: 'what they hold' } as const
const output = {
  output: { type: 'string', value: 'file', about: 'where to write it; - is the standard output' },
} as const

const command = commandFor('people')

/** The commands of people and of their programs: they call the API with the key of this machine. */
export const peopleCommands: readonly Command[] = [
  command({
    name: 'login',
    summary: 'makes an API key for this machine in the dashboard and keeps it',
    operands: ['[url]'],
    options: {
      'api-key': { type: 'boolean', about: 'reads a key from the standard input instead' },
      'no-browser': { type: 'boolean', about: 'shows an address to open on any device' },
      'plain-http': { type: 'boolean', about: 'sends the key unencrypted to a platform on another machine' },
    },
    load: async () => (await import('./login/login-command.ts')).loginCommand,
  }),
  command({
    name: 'logout',
    summary: 'forgets the key of this machine',
    load: async () => (await import('./login/login-command.ts')).logoutCommand,
  }),
  command({
    name: 'whoami',
    summary: 'prints whose key this machine has, and where',
    options: json,
    load: async () => (await import('./people/who-am-i.ts')).whoamiCommand,
  }),
  command({
    name: 'cards list',
    summary: 'lists cards',
    options: {
      kind: { type: 'string', value: 'kind', about: 'one kind alone' },
      status,
      tag: { type: 'string', value: 'tag', about: 'one tag alone' },
      search,
      ...listOptions,
    },
    load: async () => (await import('./people/cards.ts')).listCardsCommand,
  }),
  command({
    name: 'cards get',
    summary: 'prints a card',
    operands: ['<id>'],
    options: json,
    load: async () => (await import('./people/cards.ts')).getCardCommand,
  }),
  command({
    name: 'cards create',
    summary: 'creates a card from JSON, or from --title; prints its id',
    operands: ['[file]'],
    options: {
      title: { type: 'string', value: 'text', about: 'its title' },
      body: { type: 'string', value: 'text', about: 'its text' },
      tag: { type: 'string', value: 'tag', about: 'a tag; may be repeated', multiple: true },
      ...json,
    },
    load: async () => (await import('./people/cards.ts')).createCardCommand,
  }),
  command({
    name: 'posts list',
    summary: 'lists posts',
    options: { status, search, ...listOptions },
    load: async () => (await import('./people/cards.ts')).listPostsCommand,
  }),
  command({
    name: 'posts get',
    summary: 'prints a post',
    operands: ['<id>'],
    options: json,
    load: async () => (await import('./people/cards.ts')).getCardCommand,
  }),
  command({
    name: 'posts create',
    summary: 'drafts a post from JSON; prints its id',
    operands: ['[file]'],
    options: json,
    load: async () => (await import('./people/cards.ts')).createPostCommand,
  }),
  command({
    name: 'invoices list',
    summary: 'lists invoices',
    options: {
      status,
      customer: { type: 'string', value: 'id', about: 'one customer alone' },
      search,
      overdue: { type: 'boolean', about: 'open ones after their due date' },
      ...listOptions,
    },
    load: async () => (await import('./people/invoices.ts')).listInvoicesCommand,
  }),
  command({
    name: 'invoices get',
    summary: 'prints an invoice',
    operands: ['<id>'],
    options: json,
    load: async () => (await import('./people/invoices.ts')).getInvoiceCommand,
  }),
  command({
    name: 'invoices create',
    summary: 'drafts an invoice from JSON; prints its id',
    operands: ['[file]'],
    options: json,
    load: async () => (await import('./people/invoices.ts')).createInvoiceCommand,
  }),
  command({
    name: 'invoices pdf',
    summary: 'saves the PDF of an invoice',
    operands: ['<id>'],
    options: output,
    load: async () => (await import('./people/invoices.ts')).invoicePdfCommand,
  }),
  command({
    name: 'workflows list',
    summary: 'lists workflows',
    options: listOptions,
    load: async () => (await import('./people/workflows.ts')).listWorkflowsCommand,
  }),
  command({
    name: 'workflows get',
    summary: 'prints a workflow; with --json as workflows create takes it',
    operands: ['<id>'],
    options: json,
    load: async () => (await import('./people/workflows.ts')).getWorkflowCommand,
  }),
  command({
    name: 'workflows create',
    summary: 'saves a workflow from JSON; prints its id',
    operands: ['[file]'],
    options: json,
    load: async () => (await import('./people/workflows.ts')).createWorkflowCommand,
  }),
  command({
    name: 'workflows run',
    summary: 'starts a run; with --follow until its end',
    operands: ['<id>'],
    options: {
      input: { type: 'string', value: 'file', about: 'JSON for its trigger; - is the standard input' },
      follow: { type: 'boolean', about: 'shows each node; fails unless the run completes' },
      ...json,
    },
    load: async () => (await import('./people/workflows.ts')).runWorkflowCommand,
  }),
  command({
    name: 'assets upload',
    summary: 'uploads files; prints their addresses',
    operands: ['<file...>'],
    options: { private: { type: 'boolean', about: 'readable by the organisation alone' }, ...json },
    load: async () => (await import('./people/upload-assets.ts')).uploadCommand,
  }),
  command({
    name: 'open',
    summary: 'opens the dashboard, one of its pages, or the page of a record',
    operands: ['[page|id]'],
    load: async () => (await import('./people/open-page.ts')).openCommand,
  }),
  command({
    name: 'api',
    summary: 'calls any operation of the API; lists them without one',
    operands: ['[operation]'],
    options: {
      param: {
        type: 'string',
        value: 'name=value',
        about: 'a part of the path; may be repeated',
        multiple: true,
      },
      query: {
        type: 'string',
        value: 'name=value',
        about: 'a query parameter; may be repeated',
        multiple: true,
      },
      body: { type: 'string', value: 'file', about: 'the JSON body; - is the standard input' },
      'idempotency-key': { type: 'string', value: 'key', about: 'binds repeated calls to one effect' },
      'if-match': { type: 'string', value: 'etag', about: 'refuses to change another version' },
      ...output,
      ...json,
    },
    load: async () => (await import('./people/call-operation.ts')).apiCommand,
  }),
]
