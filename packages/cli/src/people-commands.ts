import {
  type Command,
  type CommandIo,
  type CommandOptions,
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

// Loads only the module of the command that runs.
const login = () => import('./login/login-command.ts')
const cards = () => import('./people/cards.ts')
const invoices = () => import('./people/invoices.ts')
const workflows = () => import('./people/workflows.ts')

const command = commandFor('people')

/** Declares a list command with the common list options. */
const lists = <const O extends CommandOptions>(
  things: string,
  options: O,
  load: () => Promise<
    (flags: FlagsOf<O & typeof listOptions>, io: CommandIo) => Promise<CommandResult>
  >,
) =>
  command({
    name: `${things} list`,
    summary: `lists ${things}`,
    options: { ...options, ...listOptions },
    load,
  })

type LoadOne = () => Promise<
  (flags: FlagsOf<typeof json>, io: CommandIo, given: string) => Promise<CommandResult>
>

/** Declares a command that prints one record as text or JSON. */
const gets = (name: string, summary: string, load: LoadOne) =>
  command({ name, summary, operands: ['<id>'], options: json, load })

/** Declares a command that creates a record from JSON in the API's form. */
const creates = (name: string, summary: string, load: LoadOne) =>
  command({
    name,
    summary: `${summary} from JSON; prints its id`,
    operands: ['[file]'],
    options: json,
    load,
  })

/** The commands for users and their programs. They call the API with this machine's key. */
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
    load: async () => (await login()).loginCommand,
  }),
  command({
    name: 'logout',
    summary: 'forgets the key of this machine',
    load: async () => (await login()).logoutCommand,
  }),
  command({
    name: 'whoami',
    summary: 'prints whose key this machine has, and where',
    options: json,
    load: async () => (await login()).whoamiCommand,
  }),
  lists(
    'cards',
    { kind: text('kind', 'one kind alone'), status, tag: text('tag', 'one tag alone'), search },
    async () => (await cards()).listCardsCommand,
  ),
  gets('cards get', 'prints a card', async () => (await cards()).getCardCommand),
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
    load: async () => (await cards()).createCardCommand,
  }),
  lists('posts', { status, search }, async () => (await cards()).listPostsCommand),
  gets('posts get', 'prints a post', async () => (await cards()).getCardCommand),
  creates('posts create', 'drafts a post', async () => (await cards()).createPostCommand),
  lists(
    'invoices',
    {
      status,
      customer: text('id', 'one customer alone'),
      search,
      overdue: flag('open ones after their due date'),
    },
    async () => (await invoices()).listInvoicesCommand,
  ),
  gets('invoices get', 'prints an invoice', async () => (await invoices()).getInvoiceCommand),
  creates(
    'invoices create',
    'drafts an invoice',
    async () => (await invoices()).createInvoiceCommand,
  ),
  command({
    name: 'invoices pdf',
    summary: 'saves the PDF of an invoice',
    operands: ['<id>'],
    options: output,
    load: async () => (await invoices()).invoicePdfCommand,
  }),
  lists('workflows', {}, async () => (await workflows()).listWorkflowsCommand),
  gets(
    'workflows get',
    'prints a workflow; with --json as workflows create takes it',
    async () => (await workflows()).getWorkflowCommand,
  ),
  creates(
    'workflows create',
    'saves a workflow',
    async () => (await workflows()).createWorkflowCommand,
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
    load: async () => (await workflows()).runWorkflowCommand,
  }),
  lists(
    'assets',
    { search, tag: text('tag', 'one tag alone'), kind: text('kind', 'image, audio or video') },
    async () => (await import('./people/list-assets.ts')).listAssetsCommand,
  ),
  command({
    name: 'assets upload',
    summary: 'uploads files; prints their addresses',
    operands: ['<file...>'],
    options: {
      private: flag('readable by the organisation alone'),
      'keep-metadata': flag('keeps location and camera data, which are removed otherwise'),
      ...json,
    },
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
