import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns all `chaos/*.chaos.ts` in packages and services, as paths from the project root. */
export const findPrograms = (root: string): string[] =>
  ['packages', 'services']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/chaos`))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.chaos.ts'))
        .map((name) => `${folder}/${name}`),
    )
