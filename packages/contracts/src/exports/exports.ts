import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named, Timestamp } from '../core/schemas.ts'
import { accepted, listed, ok, tagged } from '../core/tagged.ts'

const platform = tagged('Platform')

export const Export = named('Export', {
  id: z.string().describe('The export’s id.'),
  status: z
    .enum(['running', 'ready', 'failed'])
    .describe('`ready` as soon as the archive can be downloaded. `failed` after several attempts.'),
  url: z
    .string()
    .exactOptional()
    .describe(
      'Where the archive is read, with the session or a key of an owner. Only with `ready`.',
    ),
  bytes: z.number().int().exactOptional().describe('The archive’s size. Only with `ready`.'),
  createdAt: Timestamp.describe('When the export was started.'),
  expiresAt: Timestamp.exactOptional().describe(
    'When the archive is deleted, seven days after its end. Only with `ready`.',
  ),
})
export type Export = z.infer<typeof Export>

const id = z.object({ id: z.string().describe('The export’s id.') })

export const createExport = platform.owner.post('createExport', '/api/export', {
  sdk: 'exports.create',
  summary: 'Export all data of the organisation',
  description:
    'Makes one zip archive: a file of JSON lines for each kind of record, the stored files, and the PDF of every ' +
    'issued invoice and credit note. Passwords, tokens and other secrets are left out, and so is what belongs to one ' +
    'member only. While an export runs, the response names that one. A new archive replaces the last one.',
  assistants: false,
  responses: accepted('The export runs', z.object({ id: z.string().describe('The export’s id.') })),
  example: {},
})

export const listExports = platform.owner.get('listExports', '/api/export', {
  sdk: 'exports.list',
  summary: 'The exports of the organisation',
  description:
    'The newest first: the running one, the archive, and failed ones of the last seven days.',
  assistants: false,
  responses: listed('The exports', Export),
})

export const getExport = platform.owner.get('getExport', '/api/export/{id}', {
  sdk: 'exports.get',
  summary: 'An export’s progress',
  params: id,
  assistants: false,
  responses: ok('The export', Export),
})

export const readExport = platform.owner.get('readExport', '/api/export/{id}/file', {
  sdk: null,
  summary: 'Read an export’s archive',
  description: 'An export without an archive answers 404.',
  params: id,
  assistants: false,
  responses: {
    200: {
      description: 'The zip archive',
      content: { 'application/zip': z.string().meta({ format: 'binary' }) },
    },
  },
})

export const UserExport = named('UserExport', {
  exportedAt: Timestamp.describe('When the records were read.'),
  records: z
    .record(z.string(), z.array(z.record(z.string(), z.unknown())))
    .describe('The records by kind, for example `session`, `member` and `notifications`.'),
})
export type UserExport = z.infer<typeof UserExport>

export const exportMe = tagged('Identity').user.get('exportMe', '/api/me/export', {
  sdk: 'exports.me',
  summary: 'Export everything about the caller’s account',
  description:
    'Account, settings, sign-in methods, sessions, memberships, API keys, assistants and notifications, and of the ' +
    'organisations of which the caller is a member: cards that the caller owns or is assigned to, the caller’s posts, ' +
    'comments, connected accounts, agent tasks, approvals, credits and entries in the activity log. Passwords, ' +
    'tokens and keys are left out. Needs a session.',
  assistants: false,
  responses: ok('The records', UserExport),
})

// The cursor is the service's own: it names the table, its last row, and the part of a long row.
const cursor = z.string().max(10_000).nullable()

const rows = z.object({
  table: z.string(),
  /** A line that is longer than a page continues in the next one. */
  text: z.string(),
  next: cursor,
})

const defineExportRows = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.export-rows`,
    description: `A page of the rows that the ${service} service exports for an org, as JSON lines`,
    input: z.object({ orgId: z.string(), cursor }),
    output: rows,
    timeoutMs: 30_000,
  })

// A page of this size fits into one bus message, and so do the ids of all organisations of a user.
const mostOrgs = 5_000

const defineUserRows = <const S extends string>(service: S) =>
  defineRpc({
    subject: `${service}.export-user-rows`,
    description: `A page of the rows that the ${service} service exports for a user, as JSON lines`,
    input: z.object({ userId: z.string(), orgIds: z.array(z.string()).max(mostOrgs), cursor }),
    output: rows,
    timeoutMs: 30_000,
  })

export const BoardExportRows = defineExportRows('board')
export const ConnectExportRows = defineExportRows('connect')
export const IdentityExportRows = defineExportRows('identity')
export const InvoicingExportRows = defineExportRows('invoicing')
export const WorkflowExportRows = defineExportRows('workflow')

/** The services with rows to export, by the name of their folder in the archive. */
export const exportedServices = {
  board: BoardExportRows,
  connect: ConnectExportRows,
  identity: IdentityExportRows,
  invoicing: InvoicingExportRows,
  workflow: WorkflowExportRows,
} as const

export const BoardUserRows = defineUserRows('board')
export const ConnectUserRows = defineUserRows('connect')
export const InvoicingUserRows = defineUserRows('invoicing')
export const WorkflowUserRows = defineUserRows('workflow')

/** The services other than identity with rows of users. */
export const userRows = [
  BoardUserRows,
  ConnectUserRows,
  InvoicingUserRows,
  WorkflowUserRows,
] as const

export const InvoicingExportDocument = defineRpc({
  subject: 'invoicing.export-document',
  description: 'The PDF of the next issued invoice or credit note of an org, in parts',
  input: z.object({ orgId: z.string(), cursor }),
  output: z.object({
    /** The path inside the archive. Null after the last document. */
    name: z.string().nullable(),
    /** Base64. A document that is longer than a part continues in the next one. */
    bytes: z.string(),
    next: cursor,
  }),
  timeoutMs: 60_000,
})
