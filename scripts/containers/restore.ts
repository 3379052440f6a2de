import { createClient } from '@atrium/sdk'
import { deployables } from '../services.ts'
import { type Checks, must } from './checks.ts'
import type { Engine } from './engine.ts'
import type { Opened } from './play-containers.ts'
import type { Project } from './project.ts'
import { backupFolder, isSame, type Used } from './use-platform.ts'

/** Copies the backup of one project to the volume of another one, and restores it there. */
export async function restoreElsewhere(engine: Engine, from: Project, to: Project): Promise<void> {
  const services = deployables.map(({ name }) => name)
  await to.stop(services)
  await engine.run([
    'run',
    '--rm',
    '--user',
    '0',
    '--network',
    'none',
    '--entrypoint',
    'cp',
    '--volume',
    `${from.name}_backups:/from:ro`,
    '--volume',
    `${to.name}_backups:/backups`,

    'atrium/gateway:latest',
    '--recursive',
    '--preserve',
    backupFolder.replace('/backups', '/from'),
    '/backups/',
  ])
  const { code, output, errors } = await to.runOnce('operator', ['restore', backupFolder, '--yes'])
  must(code === 0, `${output}${errors}`)
  await to.up()
}

/** Reads on the restored platform what the user left on the first one. */
export async function checkRestored(
  { baseUrl }: Opened,
  used: Used,
  { check }: Checks,
): Promise<void> {
  const client = createClient({ baseUrl })
  await check('signs in on the restored platform', () =>
    client.auth.signIn({ email: used.email, password: used.password }),
  )
  await check('finds the card there', () => client.cards.get({ params: { id: used.cardId } }))
  await check('reads the same file there', async () => {
    must(await isSame(await client.assets.read(used.key), used.image), 'the file differs')
  })
}
