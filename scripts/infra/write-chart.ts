import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renderChartSchema, renderChartServices } from './chart-files.ts'

// Writes the services and the schema of the settings in infra/chart from the tables of variables.
const root = fileURLToPath(new URL('../..', import.meta.url))
const schema = `${root}infra/chart/values.schema.json`
writeFileSync(`${root}infra/chart/files/services.yaml`, renderChartServices())
writeFileSync(schema, renderChartSchema(readFileSync(schema, 'utf8')))
execFileSync(`${root}node_modules/.bin/biome`, ['format', '--write', schema])
