import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

// The yardstick of the cold read: `node plain-server.ts <directory> <port>` stats and pipes each file.
const [directory = '', port = ''] = process.argv.slice(2)

createServer(async (request, response) => {
  const path = join(directory, request.url ?? '')
  const { size } = await stat(path).catch(() => ({ size: undefined }))
  if (size === undefined) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': size })
  createReadStream(path).pipe(response)
}).listen(Number(port), '127.0.0.1')
