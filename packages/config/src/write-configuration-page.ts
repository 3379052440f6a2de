import { writeFile } from 'node:fs/promises'
import { renderConfigurationPage } from './configuration-page.ts'

await writeFile(new URL('../../../docs/configuration.md', import.meta.url), renderConfigurationPage())
