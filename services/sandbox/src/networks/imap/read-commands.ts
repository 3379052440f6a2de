import type { Socket } from 'node:net'

const longestLine = 65_536
const longestLiteral = 36 * 1024 * 1024

/**
 * Reads a client's commands. A literal (RFC 9051, 4.3) becomes a text between `\0` marks. Ends the
 * connection if a line or literal is too long.
 */
export function readCommands(socket: Socket, onCommand: (command: string) => void): void {
  let pending = ''
  let command = ''
  let waiting = 0
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    pending += part
    for (;;) {
      if (waiting > 0) {
        if (pending.length < waiting) return
        command += `\0${pending.slice(0, waiting).replaceAll('\0', '')}\0`
        pending = pending.slice(waiting)
        waiting = 0
      }
      const end = pending.indexOf('\r\n')
      if (end === -1) {
        if (pending.length > longestLine) socket.destroy()
        return
      }
      const line = pending.slice(0, end)
      pending = pending.slice(end + 2)
      const [marker, size = ''] = /\{(\d{1,9})\}$/.exec(line) ?? []
      if (marker === undefined) {
        onCommand(command + line)
        command = ''
        continue
      }
      waiting = Number(size)
      if (waiting > longestLiteral) {
        socket.destroy()
        return
      }
      command += line.slice(0, -marker.length)
      if (waiting === 0) command += '\0\0'
      socket.write('+ Go ahead\r\n')
    }
  })
}
