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

const json = { json: flag('print JSON instead of a table') }
const status = text('status', 'only this status')
const search = text('words', 'search for these words')
const output = { output: text('file', 'file to write; - is the standard output') }

// Loads only the running command's module.
const login = () => import('./login/login-command.ts')
const cards = () => import('./people/cards.ts')
const invoices = () => import('./people/invoices.ts')
const workflows = () => import('./people/workflows.ts')
const workflowFiles = () => import('./people/workflow-files.ts')

const command = commandFor('people')

/** Declares a list command with the common list options. */
const lists = <const O extends CommandOptions>(
  name: string,
  summary: string,
  options: O,
  load: () => Promise<
    (flags: FlagsOf<O & typeof listOptions>, io: CommandIo) => Promise<CommandResult>
  >,
) =>
  command({
    name,
    summary,
    options: { ...options, ...listOptions },
    load,
  })

type LoadOne = () => Promise<
  (flags: FlagsOf<typeof json>, io: CommandIo, given: string) => Promise<CommandResult>
>

/** Declares a command for printing one record as text or JSON. */
const gets = (name: string, summary: string, load: LoadOne) =>
  command({ name, summary, operands: ['<id>'], options: json, load })

/** Declares a command for creating a record from JSON in the API's form. */
const creates = (name: string, summary: string, load: LoadOne) =>
  command({
    name,
    summary: `${summary} from JSON and print its id`,
    operands: ['[file]'],
    options: json,
    load,
  })

/** The commands for users and their programs. They call the API with this machine's key. */
export const peopleCommands: readonly Command[] = [
  command({
    name: 'login',
    summary: 'sign in through the dashboard and store an API key on this computer',
    operands: ['[url]'],
    options: {
      'api-key': flag('read a key from the standard input instead'),
      'no-browser': flag('print an address that you can open on any device'),
      'plain-http': flag('allow an unencrypted connection to another computer'),
    },
    load: async () => (await login()).loginCommand,
  }),
  command({
    name: 'logout',
    summary: 'delete the key stored on this computer',
    load: async () => (await login()).logoutCommand,
  }),
  command({
    name: 'whoami',
    summary: 'show your account, organisation and platform',
    options: json,
    load: async () => (await login()).whoamiCommand,
  }),
  lists(
    'cards list',
    'list cards',
    { kind: text('kind', 'only this kind'), status, tag: text('tag', 'only this tag'), search },
    async () => (await cards()).listCardsCommand,
  ),
  gets('cards get', 'show a card', async () => (await cards()).getCardCommand),
  command({
    name: 'cards create',
    summary: 'create a card from JSON or --title and print its id',
    operands: ['[file]'],
    options: {
      title: text('text', 'title of the card'),
      body: text('text', 'text of the card'),
      tag: texts('tag', 'add this tag; may be repeated'),
      ...json,
    },
    load: async () => (await cards()).createCardCommand,
  }),
  lists(
    'posts list',
    'list posts',
    { status, search },
    async () => (await cards()).listPostsCommand,
  ),
  gets('posts get', 'show a post', async () => (await cards()).getCardCommand),
  creates('posts create', 'create a draft post', async () => (await cards()).createPostCommand),
  lists(
    'invoices list',
    'list invoices',
    {
      status,
      customer: text('id', 'only this customer'),
      search,
      overdue: flag('only open invoices past their due date'),
    },
    async () => (await invoices()).listInvoicesCommand,
  ),
  gets('invoices get', 'show an invoice', async () => (await invoices()).getInvoiceCommand),
  creates(
    'invoices create',
    'create a draft invoice',
    async () => (await invoices()).createInvoiceCommand,
  ),
  command({
    name: 'invoices pdf',
    summary: 'save the PDF of an invoice',
    operands: ['<id>'],
    options: output,
    load: async () => (await invoices()).invoicePdfCommand,
  }),
  lists(
    'workflows list',
    'list workflows',
    {},
    async () => (await workflows()).listWorkflowsCommand,
  ),
  gets(
    'workflows get',
    'show a workflow; workflows create accepts the output of --json',
    async () => (await workflows()).getWorkflowCommand,
  ),
  creates(
    'workflows create',
    'create a workflow',
    async () => (await workflows()).createWorkflowCommand,
  ),
  command({
    name: 'workflows run',
    summary: 'start a run; --follow waits until it ends',
    operands: ['<id>'],
    options: {
      input: text('file', 'JSON input of the run; - is the standard input'),
      follow: flag('show each step and exit with 1 unless the run completes'),
      ...json,
    },
    load: async () => (await workflows()).runWorkflowCommand,
  }),
  command({
    name: 'workflows export',
    summary: 'write one workflow, or all, as a file without secrets and accounts',
    operands: ['[id]'],
    options: output,
    load: async () => (await workflowFiles()).exportWorkflowsCommand,
  }),
  command({
    name: 'workflows import',
    summary: 'import an exported file, or create a workflow from a file of n8n',
    operands: ['[file]'],
    options: { 'dry-run': flag('only show what the steps of a file of n8n become') },
    load: async () => (await workflowFiles()).importWorkflowsCommand,
  }),
  lists(
    'assets list',
    'list files',
    { search, tag: text('tag', 'only this tag'), kind: text('kind', 'image, audio or video') },
    async () => (await import('./people/list-assets.ts')).listAssetsCommand,
  ),
  command({
    name: 'assets upload',
    summary: 'upload files and print their addresses',
    operands: ['<file...>'],
    options: {
      private: flag('only your organisation can read them'),
      'keep-metadata': flag('keep location and camera data instead of removing them'),
      ...json,
    },
    load: async () => (await import('./people/upload-assets.ts')).uploadCommand,
  }),
  command({
    name: 'open',
    summary: 'open the dashboard, one of its pages or a record in your browser',
    operands: ['[page|id]'],
    load: async () => (await import('./people/open-page.ts')).openCommand,
  }),
  command({
    name: 'api',
    summary: 'call an API operation, or list all operations',
    operands: ['[operation]'],
    options: {
      param: texts('name=value', 'a path parameter; may be repeated'),
      query: texts('name=value', 'a query parameter; may be repeated'),
      body: text('file', 'file with the JSON body; - is the standard input'),
      'idempotency-key': text('key', 'repeated calls with this key take effect once'),
      'if-match': text('etag', 'only change this version of the record'),
      ...output,
      ...json,
    },
    load: async () => (await import('./people/call-operation.ts')).apiCommand,
  }),
]
