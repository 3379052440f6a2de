import { connect } from 'node:net'

/**
 * Sends bytes unchanged, and returns everything received until the gateway closes. Fails after five
 * seconds.
 */
export function sendRaw(port: number, bytes: Buffer | string, withinMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const timeout = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end: ${JSON.stringify(String(bytes).slice(0, 300))}`))
    }, withinMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timeout)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
    socket.write(bytes)
  })
}
