import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Writes without an end, as fast as the client reads. */
export function flood(socket: Socket, part: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(part)) {
      // The socket's buffer is not full yet.
    }
  }
  socket.on('drain', write)
  write()
}

type Respond = (call: { tag: string; line: string; socket: Socket }) => string | undefined

const signIn = /^\S+ (?:LOGIN|AUTHENTICATE)/i

/** Responds to what every client asks first, unless `respond` returns a response or writes one. */
export async function startHostileImap(respond: Respond, greeting = '* OK Ready\r\n') {
  return startServer((socket) => {
    if (greeting !== '') socket.write(greeting)
    let authenticating = ''
    let rest = ''
    socket.on('data', (part) => {
      rest += part.toString('latin1')
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', name = ''] = line.split(' ')
        if (authenticating !== '') {
          socket.write(`${authenticating} OK Signed in\r\n`)
          authenticating = ''
          continue
        }
        const own = respond({ tag, line, socket })
        if (own !== undefined) socket.write(own)
        else if (/^\S+ AUTHENTICATE/i.test(line)) {
          authenticating = tag
          socket.write('+ \r\n')
        } else if (signIn.test(line)) socket.write(`${tag} OK Signed in\r\n`)
        else if (/CAPABILITY/i.test(name)) {
          socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK Done\r\n`)
        } else if (/^(?:SELECT|EXAMINE)$/i.test(name)) {
          socket.write(
            `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] a\r\n* OK [UIDNEXT 2] a\r\n${tag} OK Done\r\n`,
          )
        } else if (/^\S+ UID SEARCH/i.test(line)) {
          socket.write(`* SEARCH 1\r\n${tag} OK Done\r\n`)
        } else socket.write(`${tag} OK Done\r\n`)
      }
    })
  })
}

/** Starts a TCP server on this machine. */
export async function startServer(serve: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
