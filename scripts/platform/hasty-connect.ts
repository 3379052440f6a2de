import { createConnectService } from '@atrium/connect-service'
import { runService } from '@atrium/service-kit'

// Connect with a twelfth of its patience: longer than the runner waits for an answer twice, as in production.
await runService(createConnectService({ orphanMs: 12_500 }))
