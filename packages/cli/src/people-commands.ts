import {
  type Command,
  type CommandIo,
  type CommandResult,
  commandFor,
  type FlagsOf,
  flag,
  text,
  texts,
} from './command.ts'
import { listOptions } from './people/list-records.ts'

const json = { json: flag('JSON instead of a table') }
const status = text('status', 'one status alone')
const search = text('words', 'what they hold')
const output = { output: text('file', 'where to write it; - is the standard output') }

const command = commandFor('people')

/** A command about one record, which it prints as text or as JSON. */
const one = (
  name: string,
  summary: string,
  operand: '<id>' | '[file]',
  load: () => Promise<(flags: FlagsOf<typeof json>, io: CommandIo, given: string) => Promise<CommandResult>>,
) => command({ name, summary, operands: [operand], options: json, load })

/** The commands of people and of their programs: they call the API with the key of this machine. */
export const peopleCommands: readonly Command[] = [
  command({
    name: 'login',
    summary: 'makes an API key for this machine in the dashboard and keeps it',
    operands: ['[url]'],
    options: {
      'api-key': flag('reads a key from the standard input instead'),
      'no-browser': flag('shows an address to open on any device'),
      'plain-http': flag('sends the key unencrypted to a platform on another machine'),
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
    load: async () => (await import('./login/login-command.ts')).whoamiCommand,
  }),
  command({
    name: 'cards list',
    summary: 'lists cards',
    options: {
      kind: text('kind', 'one kind alone'),
      status,
      tag: text('tag', 'one tag alone'),
      search,
      ...listOptions,
    },
    load: async () => (await import('./people/cards.ts')).listCardsCommand,
  }),
  one('cards get', 'prints a card', '<id>', async () => (await import('./people/cards.ts')).getCardCommand),
  command({
    name: 'cards create',
    summary: 'creates a card from JSON, or from --title; prints its id',
    operands: ['[file]'],
    options: {
      title: text('text', 'its title'),
      body: text('text', 'its text'),
      tag: texts('tag', 'a tag; may be repeated'),
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
  one('posts get', 'prints a post', '<id>', async () => (await import('./people/cards.ts')).getCardCommand),
  one(
    'posts create',
    'drafts a post from JSON; prints its id',
    '[file]',
    async () => (await import('./people/cards.ts')).createPostCommand,
  ),
  command({
    name: 'invoices list',
    summary: 'lists invoices',
    options: {
      status,
      customer: text('id', 'one customer alone'),
      search,
      overdue: flag('open ones after their due date'),
      ...listOptions,
    },
    load: async () => (await import('./people/invoices.ts')).listInvoicesCommand,
  }),
  one(
    'invoices get',
    'prints an invoice',
    '<id>',
    async () => (await import('./people/invoices.ts')).getInvoiceCommand,
  ),
  one(
    'invoices create',
    'drafts an invoice from JSON; prints its id',
    '[file]',
    async () => (await import('./people/invoices.ts')).createInvoiceCommand,
  ),
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
  one(
    'workflows get',
    'prints a workflow; with --json as workflows create takes it',
    '<id>',
    async () => (await import('./people/workflows.ts')).getWorkflowCommand,
  ),
  one(
    'workflows create',
    'saves a workflow from JSON; prints its id',
    '[file]',
    async () => (await import('./people/workflows.ts')).createWorkflowCommand,
  ),
  command({
    name: 'workflows run',
    summary: 'starts a run; with --follow until its end',
    operands: ['<id>'],
    options: {
      input: text('file', 'JSON for its trigger; - is the standard input'),
      follow: flag('shows each node; fails unless the run completes'),
      ...json,
    },
    load: async () => (await import('./people/workflows.ts')).runWorkflowCommand,
  }),
  command({
    name: 'assets upload',
    summary: 'uploads files; prints their addresses',
    operands: ['<file...>'],
    options: { private: flag('readable by the organisation alone'), ...json },
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
      param: texts('name=value', 'a part of the path; may be repeated'),
      query: texts('name=value', 'a query parameter; may be repeated'),
      body: text('file', 'the JSON body; - is the standard input'),
      'idempotency-key': text('key', 'binds repeated calls to one effect'),
      'if-match': text('etag', 'refuses to change another version'),
      ...output,
      ...json,
    },
    load: async () => (await import('./people/call-operation.ts')).apiCommand,
  }),
]
