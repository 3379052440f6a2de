import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderConfigurationPage } from './configuration-page.ts'
import { documentedVariables } from './platform-variables.ts'
import { visibleVariables } from './visible-variables.ts'

// Writes docs/configuration.md and the workflow runner's table of visible variables.
const root = fileURLToPath(new URL('../..', import.meta.url))
const visible = `${root}services/workflow-runner/src/visible-variables.json`
writeFileSync(`${root}docs/configuration.md`, renderConfigurationPage(documentedVariables))
writeFileSync(visible, JSON.stringify(visibleVariables))
execFileSync(`${root}node_modules/.bin/biome`, ['format', '--write', visible])
