import type { ValueOf, Variable } from './variable.ts'
import { accountVariables } from './variables/account-variables.ts'
import { bootVariables } from './variables/boot-variables.ts'
import { coreVariables } from './variables/core-variables.ts'
import { llmVariables } from './variables/llm-variables.ts'
import { messagesVariables } from './variables/messages-variables.ts'
import { paymentsVariables } from './variables/payments-variables.ts'
import { platformVariables } from './variables/platform-variables.ts'
import { socialVariables } from './variables/social-variables.ts'
import { storageVariables } from './variables/storage-variables.ts'

/** The table in the order in which it is documented. */
export const variableGroups = [
  { title: 'Required at boot', variables: bootVariables },
  { title: 'Core', variables: coreVariables },
  { title: 'Platform', variables: platformVariables },
  { title: 'Blob storage', variables: storageVariables },
  { title: 'Language models', variables: llmVariables },
  { title: 'Social networks', variables: socialVariables },
  { title: 'Mailbox, sign-in and MCP', variables: accountVariables },
  { title: 'Email, speech and digest', variables: messagesVariables },
  { title: 'Payments, entitlements and signals', variables: paymentsVariables },
] as const satisfies readonly { title: string; variables: Readonly<Record<string, Variable>> }[]

/**
 * Every environment variable that the platform knows (docs/configuration.md; endpoint
 * overrides and the platform's own beside it). Parsing, boot errors, redaction and the page are derived from it.
 */
export const variables = {
  ...bootVariables,
  ...coreVariables,
  ...platformVariables,
  ...storageVariables,
  ...llmVariables,
  ...socialVariables,
  ...accountVariables,
  ...messagesVariables,
  ...paymentsVariables,
}

type Table = typeof variables

export type VariableName = keyof Table

type ReadName = { [N in VariableName]: Table[N] extends { readonly unread: true } ? never : N }[VariableName]

/** Names and rows, for code that walks the table. */
export const variableEntries = Object.entries(variables) as readonly (readonly [VariableName, Variable])[]

/**
 * The parsed environment, keyed by the variables' names; those that no code reads are left out.
 * `explicit` holds the names that were set, for the rules that ask whether a value is a default.
 */
export type PlatformConfig = { readonly [N in ReadName]: ValueOf<Table[N]> } & {
  readonly explicit: ReadonlySet<VariableName>
}
