import { createServer, type Server, type Socket } from 'node:net'
import { renderFetch } from './imap-fetch.ts'
import { readSearch } from './imap-search.ts'
import {
  createFolder,
  findFolder,
  type ImapBox,
  type ImapFolder,
  type ImapMessage,
  type ImapSandbox,
  storeMessage,
} from './imap-state.ts'
import { type Argument, quote, readArguments, readSet, toText } from './imap-tokens.ts'
import { readCommands } from './read-commands.ts'

const mostConnections = 100
const changing = new Set(['STORE', 'MOVE', 'COPY', 'APPEND', 'CREATE', 'EXPUNGE'])
const capabilities = 'IMAP4rev1 SPECIAL-USE MOVE UIDPLUS NAMESPACE UNSELECT AUTH=PLAIN'
const systemFlags = '\\Seen \\Answered \\Flagged \\Deleted \\Draft'

interface Session {
  box?: ImapBox | undefined
  folder?: ImapFolder | undefined
  /** The tag of an AUTHENTICATE command waiting for its next line. */
  authenticating?: string | undefined
}

/** A refusal: `NO` for what cannot be done now, `BAD` for a wrong command. */
class Refusal extends Error {}

/**
 * Serves the part of IMAP that the platform and mail programs use to read, label, move and store
 * mail (RFC 9051). Calls `onChange` before it confirms a change. It is for development: it has no TLS, so it must listen on this machine only.
 */
export function createImapServer(
  state: ImapSandbox,
  onChange: () => void,
): Server & { stop(): void } {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    serve(socket, state, onChange)
  })
  server.maxConnections = mostConnections
  const stop = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return Object.assign(server, { stop })
}

function serve(socket: Socket, state: ImapSandbox, onChange: () => void): void {
  const session: Session = {}
  const send = (line: string) => void socket.write(`${line}\r\n`, 'latin1')
  socket.on('error', () => socket.destroy())
  socket.setTimeout(30 * 60_000, () => socket.destroy())
  send(`* OK [CAPABILITY ${capabilities}] The sandbox's mailboxes`)
  readCommands(socket, (line) => {
    if (session.authenticating !== undefined) {
      const tag = session.authenticating
      session.authenticating = undefined
      const [, user = '', password = ''] = Buffer.from(line, 'base64').toString().split('\0')
      send(`${tag} ${signIn(state, session, { user, password })}`)
      return
    }
    const [tag = '*', name = '', ...given] = readArguments(line)
    try {
      const isUid = toText(name).toUpperCase() === 'UID'
      const command = toText(isUid ? given.shift() : name).toUpperCase()
      const call = { socket, state, session, send, tag: toText(tag), isUid }
      const end = run(call, command, given)
      if (changing.has(command)) onChange()
      if (end !== undefined) send(`${toText(tag)} ${end}`)
    } catch (error) {
      const words = error instanceof Error ? error.message : 'failed'
      send(`${toText(tag)} ${error instanceof Refusal ? 'NO' : 'BAD'} ${words}`)
    }
  })
}

interface Call {
  socket: Socket
  state: ImapSandbox
  session: Session
  send(line: string): void
  tag: string
  isUid: boolean
}

const signInRefusal = 'NO [AUTHENTICATIONFAILED] The user name or the password is wrong'

function signIn(
  { boxes }: ImapSandbox,
  session: Session,
  { user, password }: { user: string; password: string },
): string {
  const box = boxes.get(user)
  session.box = box?.password === password ? box : undefined
  return session.box === undefined ? signInRefusal : 'OK Signed in'
}

/** Returns the end of the tagged response, or undefined if the command continues. */
function run(call: Call, command: string, given: Argument[]): string | undefined {
  const { socket, state, session, send, tag } = call
  const [first, second] = given
  switch (command) {
    case 'CAPABILITY':
      send(`* CAPABILITY ${capabilities}`)
      return 'OK Done'
    case 'NOOP':
    case 'CHECK':
    case 'ID':
    case 'ENABLE':
    case 'SUBSCRIBE':
      return 'OK Done'
    case 'LOGOUT':
      send('* BYE Goodbye')
      send(`${tag} OK Done`)
      socket.end()
      return undefined
    case 'LOGIN':
      return signIn(state, session, { user: toText(first), password: toText(second) })
    case 'AUTHENTICATE': {
      if (toText(first).toUpperCase() !== 'PLAIN') throw new Refusal('Use PLAIN')
      session.authenticating = tag
      send('+ ')
      return undefined
    }
    default:
      return runInBox(call, command, given)
  }
}

function requireBox({ session }: Call): ImapBox {
  if (session.box === undefined) throw new Refusal('Sign in first')
  return session.box
}

function runInBox(call: Call, command: string, given: Argument[]): string {
  const { session, send } = call
  const box = requireBox(call)
  const path = toText(given[0])
  switch (command) {
    case 'NAMESPACE':
      send('* NAMESPACE (("" "/")) NIL NIL')
      return 'OK Done'
    case 'LIST':
    case 'LSUB':
      for (const [name, { use }] of box.folders)
        send(
          `* ${command} (\\HasNoChildren${use === undefined ? '' : ` ${use}`}) "/" ${quote(name)}`,
        )
      return 'OK Done'
    case 'SELECT':
    case 'EXAMINE': {
      const folder = findFolder(box, path)
      if (folder === undefined) throw new Refusal('[NONEXISTENT] There is no such folder')
      session.folder = folder
      const kept = box.keepsKeywords ? `${systemFlags} \\*` : systemFlags
      send(`* FLAGS (${systemFlags})`)
      send(`* ${folder.messages.length} EXISTS`)
      send('* 0 RECENT')
      send(`* OK [UIDVALIDITY ${folder.validity}] Numbers of this folder`)
      send(`* OK [UIDNEXT ${folder.nextUid}] The next number`)
      send(`* OK [PERMANENTFLAGS (${kept})] Flags that are kept`)
      return `OK [READ-${command === 'SELECT' ? 'WRITE' : 'ONLY'}] Done`
    }
    case 'STATUS': {
      const folder = findFolder(box, path)
      if (folder === undefined) throw new Refusal('[NONEXISTENT] There is no such folder')
      const { messages, nextUid, validity } = folder
      send(
        `* STATUS ${quote(path)} (MESSAGES ${messages.length} UIDNEXT ${nextUid} UIDVALIDITY ${validity})`,
      )
      return 'OK Done'
    }
    case 'CREATE':
      if (createFolder(box, path) === undefined) throw new Refusal('[ALREADYEXISTS] It exists')
      return 'OK Done'
    case 'APPEND': {
      const folder = findFolder(box, path)
      if (folder === undefined) throw new Refusal('[TRYCREATE] There is no such folder')
      const flags = given.find(Array.isArray)?.map(toText) ?? []
      const source = toText(given.at(-1))
      const { uid } = storeMessage(folder, {
        flags: new Set(flags),
        receivedAt: Date.now(),
        source,
      })
      return `OK [APPENDUID ${folder.validity} ${uid}] Done`
    }
    case 'CLOSE':
    case 'UNSELECT':
      session.folder = undefined
      return 'OK Done'
    default:
      return runInFolder(call, command, given)
  }
}

function runInFolder(call: Call, command: string, given: Argument[]): string {
  const { session, send, isUid, socket } = call
  const { folder } = session
  if (folder === undefined) throw new Refusal('Select a folder first')
  const largest = isUid ? folder.nextUid - 1 : folder.messages.length
  const chosen = () => {
    const isIn = readSet(toText(given[0]), largest)
    return [...folder.messages.entries()].filter(([at, { uid }]) => isIn(isUid ? uid : at + 1))
  }
  switch (command) {
    case 'SEARCH': {
      const matches = readSearch(given, folder.nextUid - 1)
      const found = [...folder.messages.entries()].filter(([, message]) => matches(message))
      send(['* SEARCH', ...found.map(([at, { uid }]) => (isUid ? uid : at + 1))].join(' '))
      return 'OK Done'
    }
    case 'FETCH': {
      const items = [given[1] ?? []].flat()
      const asked = isUid ? ['UID', ...items.filter((item) => toText(item) !== 'UID')] : items
      for (const [at, message] of chosen())
        socket.write(renderFetch(message, { items: asked, place: at + 1 }), 'latin1')
      return 'OK Done'
    }
    case 'STORE': {
      storeFlags(requireBox(call), chosen(), given)
      return 'OK Done'
    }
    case 'MOVE':
    case 'COPY': {
      const target = findFolder(requireBox(call), toText(given[1]))
      if (target === undefined) throw new Refusal('[TRYCREATE] There is no such folder')
      const messages = chosen()
      const uids = messages.map(([, message]) => storeMessage(target, message).uid)
      if (uids.length > 0) {
        const from = messages.map(([, { uid }]) => uid).join(',')
        send(`* OK [COPYUID ${target.validity} ${from} ${uids.join(',')}] Done`)
      }
      if (command === 'MOVE') remove(folder, messages, send)
      return 'OK Done'
    }
    case 'EXPUNGE': {
      const isDeleted = ({ flags }: ImapMessage) => flags.has('\\Deleted')
      remove(
        folder,
        [...folder.messages.entries()].filter(([, each]) => isDeleted(each)),
        send,
      )
      return 'OK Done'
    }
    default:
      throw new Error(`Unknown command ${command.slice(0, 40)}`)
  }
}

type Chosen = [at: number, message: ImapMessage][]

function remove(folder: ImapFolder, gone: Chosen, send: (line: string) => void): void {
  for (const [at] of gone.toReversed()) {
    folder.messages.splice(at, 1)
    send(`* ${at + 1} EXPUNGE`)
  }
}

function storeFlags(box: ImapBox, messages: Chosen, [, mode, flags]: Argument[]): void {
  const change = toText(mode).toUpperCase()
  const named = [flags ?? []].flat().map(toText)
  const kept = named.filter((flag) => box.keepsKeywords || flag.startsWith('\\'))
  for (const [, message] of messages) {
    if (change.startsWith('-')) for (const flag of kept) message.flags.delete(flag)
    else if (change.startsWith('+')) for (const flag of kept) message.flags.add(flag)
    else message.flags = new Set(kept)
  }
}
