import { readFile, writeFile } from 'node:fs/promises'
import { renderCompose } from './compose-file.ts'
import { renderExampleFile } from './example-file.ts'

// Writes the environments in infra/compose.yaml and infra/.env.example from the tables of variables.
const composeFile = new URL('../../infra/compose.yaml', import.meta.url)
const profilesFile = new URL('../../infra/compose.profiles.yaml', import.meta.url)
const compose = renderCompose(await readFile(composeFile, 'utf8'))
const profiles = await readFile(profilesFile, 'utf8')
await writeFile(composeFile, compose)
await writeFile(
  new URL('../../infra/.env.example', import.meta.url),
  renderExampleFile(compose + profiles),
)
