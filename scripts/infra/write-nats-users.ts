import { writeFile } from 'node:fs/promises'
import { natsUsersFile } from './nats-users.ts'

await writeFile(new URL('../../infra/kubernetes/nats-users.conf', import.meta.url), natsUsersFile())
