import type { BankStatement, CustomerImport, Operation } from '@atrium/contracts'
import {
  type CallInput,
  createAuth,
  createTransport,
  type FileAnswer,
  type ImportCustomersOptions,
  type ImportStatementOptions,
  importCustomerFile,
  importStatementFile,
  readFile,
  type StoredAsset,
  type UploadOptions,
  uploadForm,
} from '@atrium/sdk'
import { apiOrigin } from '../page-facts.ts'
import { createPatientFetch, keepAlive } from './patient-fetch.ts'
import { createSessionGate } from './session-gate.ts'
import { slowRequests } from './slow-requests.ts'

export const sessionGate = createSessionGate()

const transport = createTransport({
  baseUrl: apiOrigin,
  fetch: createPatientFetch({
    fetch: (input, init) => fetch(input, keepAlive(init)),
    gate: sessionGate,
    slow: slowRequests,
  }),
})

/** The platform's client. Features pass operations to it, so a page only loads its own schemas. */
export const atrium = {
  call: transport.call,
  request: transport.request,
  file: <const O extends Operation>(operation: O, input: CallInput<O>): Promise<FileAnswer> =>
    readFile(transport, operation, input),
  auth: createAuth(transport),
  upload: (file: Blob, options?: UploadOptions): Promise<StoredAsset> =>
    uploadForm(transport, file, options),
  importCustomers: (file: Blob, options: ImportCustomersOptions): Promise<CustomerImport> =>
    importCustomerFile(transport, file, options),
  importStatement: (file: Blob, options: ImportStatementOptions): Promise<BankStatement> =>
    importStatementFile(transport, file, options),
}
