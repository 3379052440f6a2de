import { runVerifySteps } from './verify/run-steps.ts'

const results = await runVerifySteps()
const failed = results.filter((result) => !result.passed).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
