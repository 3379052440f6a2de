export { networkEndpoints } from './networks/create-networks.ts'
export {
  deliverByImap,
  type ImapBox,
  type ImapSandbox,
  openImapBox,
  sandboxMailAccount,
} from './networks/imap/imap-state.ts'
export {
  cancelEvent,
  endTokens,
  moveEvent,
  openCalendars,
  putEvent,
} from './networks/mailbox/calendar-state.ts'
export { openDrive, putFile } from './networks/mailbox/drive-state.ts'
export { deliver, type MailBox, openBox } from './networks/mailbox/mail-state.ts'
export { type ModelSandbox, modelKey } from './networks/model/model-state.ts'
export type { NetworkEndpoints } from './networks/network-endpoints.ts'
export { addDatabase, putRow } from './networks/notebook/notebook-state.ts'
export type { OAuthServer } from './networks/oauth-state.ts'
export type { PagenetSandbox, SandboxPage } from './networks/pagenet/pagenet-state.ts'
export { signPayload, type WebhookEndpoint } from './payments/deliveries.ts'
export type { Observe } from './payments/mount-api.ts'
export { platformEndpoints } from './platform-endpoints.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start-sandbox.ts'
