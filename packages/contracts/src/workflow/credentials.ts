import { z } from 'zod'
import {
  byShortId,
  CreatedAt,
  named,
  pageQuery,
  pageSchema,
  RecordId,
  UpdatedAt,
  visible,
} from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'

export const maxCredentials = 100

/** A stored header for workflow requests to one host. The API never returns its value. */
export const Credential = named('Credential', {
  id: RecordId,
  name: z.string().describe('The name that nodes refer to, unique in the organisation.'),
  host: z
    .string()
    .describe(
      'The host that the header is sent to, with a port unless it is the scheme’s default.',
    ),
  header: z.string().describe('The name of the header to send.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Credential = z.output<typeof Credential>

// RFC 9110, 5.1 tokens. Users may not set headers that control the connection or the body.
const Header = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/)
  .refine(
    (name) =>
      !/^(?:host|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect)$/i.test(name),
    {
      error: 'This header cannot carry a credential. Use another header.',
    },
  )
const Host = z
  .string()
  .max(260)
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/, {
    error: 'Enter a host such as api.example.com, in lower case and without https://',
  })
const Value = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\x20-\x7e]+$/)
const shape = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(visible, { error: 'Enter a name' })
    .describe('The name that nodes refer to, unique in the organisation.'),
  host: Host.describe(
    'The host that the header is sent to, with a port unless it is the scheme’s default.',
  ),
  header: Header.describe('The name of the header to send.'),
  value: Value.describe(
    'The header’s value. Stored encrypted and never returned. A change of host or header needs it.',
  ),
}

export const CreateCredential = z.strictObject({
  ...shape,
  header: Header.default('Authorization').describe(
    'The name of the header to send. `Authorization` by default.',
  ),
})
export type CreateCredential = z.output<typeof CreateCredential>
export const UpdateCredential = z.strictObject(shape).partial()
export type UpdateCredential = z.output<typeof UpdateCredential>

const { org, admin } = tagged('Workflows')
const path = '/api/credentials'
const shown = 'The credential, without its value'
const read = org.resource(path, byShortId, shown, Credential)
const managed = admin.resource(path, byShortId, shown, Credential)

export const listCredentials = read.list('listCredentials', pageSchema(Credential), {
  sdk: 'credentials.list',
  summary: 'Stored headers for workflow requests, newest first',
  query: z.object(pageQuery),
})
export const createCredential = managed.create('createCredential', {
  assistants: false,
  sdk: 'credentials.create',
  summary: 'Store a header for requests to one host',
  description:
    'The value is encrypted and never returned. It is sent only to this host, over https or to this machine.',
  body: CreateCredential,
  errors: ['too_many_credentials', 'credential_name_taken'],
  example: {
    body: {
      name: 'Weather service',
      host: 'weather.example.com',
      header: 'Authorization',
      value: 'Bearer example',
    },
  },
})
export const getCredential = read.get('getCredential', {
  sdk: 'credentials.get',
  summary: 'One credential without its value',
})
export const updateCredential = managed.update('updateCredential', {
  assistants: false,
  sdk: 'credentials.update',
  summary: 'Rename a credential, or replace its host, header or value',
  description:
    'If you change the host or the header, send the value again, so that the stored one never goes elsewhere.',
  body: UpdateCredential,
  errors: ['credential_name_taken'],
  example: { body: { name: 'Weather of the harbour' } },
})
export const deleteCredential = managed.delete('deleteCredential', {
  assistants: false,
  sdk: 'credentials.delete',
  summary: 'Delete a credential',
})
