import { findMisshapenVerbs } from './find-verbs.ts'
import { productionFiles } from './tracked-files.ts'

// Fails if a service's verb is not `(deps, ctx, input)`.
let faults = 0
for (const { path: file, text } of productionFiles()) {
  if (!file.startsWith('services/')) continue
  for (const line of findMisshapenVerbs(file, text)) {
    faults += 1
    console.log(`${file}:${line}: a verb takes deps, ctx and one input`)
  }
}
process.exitCode = faults === 0 ? 0 : 1
