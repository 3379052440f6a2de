import * as contracts from '@atrium/contracts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from './src/index.ts'
import { readFileSync } from 'node:fs'
const own: any = openApiDocument('Atrium', '1', contracts.operationsIn(contracts))
const extra = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const document = { ...own, paths: { ...own.paths, ...extra.paths }, components: { ...own.components, schemas: { ...own.components.schemas, ...extra.components.schemas } }, info: { title: 'Atrium', version: '1', description: contracts.apiIntroduction }, servers: [{ url: '/' }], tags: contracts.apiGroups }
const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off', 'no-ambiguous-paths': 'off', 'operation-description': 'error', 'parameter-description': 'error', 'tag-description': 'error', 'no-invalid-media-type-examples': 'error', 'no-invalid-parameter-examples': 'error' } })
const problems = await lintFromString({ source: JSON.stringify(document), config })
const count: any = {}
for (const { ruleId, message, location } of problems) { count[ruleId] = (count[ruleId] ?? 0) + 1; console.log(ruleId, message.replaceAll('\n', ' ').slice(0, 150), location[0]?.pointer?.slice(0, 160)) }
console.log(count)
