import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths, from the project's root, of all `chaos/*.chaos.ts` of packages and services. */
export const findPrograms = (root: string): string[] =>
  ['packages', 'services']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}/chaos`))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.chaos.ts'))
        .map((name) => `${folder}/${name}`),
    )
