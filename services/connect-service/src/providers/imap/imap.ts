import { fetchVariables, ownMailboxVariables, serviceAddresses } from '@atrium/config'
import { defineProvider } from '../define-provider.ts'
import { keyIntrospection } from '../introspection.ts'
import { imapSessions } from './imap-sessions.ts'
import { readMailAccount } from './mail-account.ts'
import type { MailGuard } from './mail-guard.ts'
import { imapReader } from './read-imap.ts'
import { sendFromImap } from './send-imap.ts'
import { tryMailAccount } from './try-mail-account.ts'

const connectMs = 10_000
const operationMs = 25_000

/** Mailboxes at any server by IMAP and SMTP. They are connected by `connectImap`. */
export const imap = defineProvider({
  network: 'imap',
  variables: {
    ...fetchVariables,
    ...ownMailboxVariables,
    // If this machine may be reached, a mailbox must still not be one of the platform's services.
    IDENTITY_PORT: serviceAddresses.identity.IDENTITY_PORT,
    ASSETS_PORT: serviceAddresses.assets.ASSETS_PORT,
    BOARD_PORT: serviceAddresses.board.BOARD_PORT,
    CONNECT_PORT: serviceAddresses.connect.CONNECT_PORT,
    INVOICING_PORT: serviceAddresses.invoicing.INVOICING_PORT,
    WORKFLOW_PORT: serviceAddresses.workflow.WORKFLOW_PORT,
    MCP_PORT: serviceAddresses.mcp.MCP_PORT,
  },
  create(config, { now, holdMail, mailMs = {}, countMail = () => undefined }) {
    const guard: MailGuard = {
      policy: config.FETCH_PRIVATE_ADDRESSES,
      ownPorts: new Set([
        config.IDENTITY_PORT,
        config.ASSETS_PORT,
        config.BOARD_PORT,
        config.CONNECT_PORT,
        config.INVOICING_PORT,
        config.WORKFLOW_PORT,
        config.MCP_PORT,
      ]),
      connectMs,
      operationMs,
      count: countMail,
      ...mailMs,
    }
    const run = imapSessions(guard)
    const deps = { run, guard, now, hold: holdMail, own: config.MAILBOX_USER_EMAIL }
    return {
      pkce: false,
      scopes: [],
      reading: {
        mailbox: {
          ...imapReader(deps),
          send: (by, mail, onAccepted) => sendFromImap(by, mail, { run, guard, now, onAccepted }),
        },
      },
      accounts: async () => ({ accounts: [] }),
      tryMailAccount: (account) => tryMailAccount(guard, account),
      introspect: (by) => {
        const tried = async () => tryMailAccount(guard, readMailAccount(by))
        return keyIntrospection(tried())
      },
    }
  },
})
