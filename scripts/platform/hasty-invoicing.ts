import { createInvoicingService } from '@atrium/invoicing-service'
import { runService } from '@atrium/service-kit'

// Runs invoicing with a sweep for expired credit reservations every second.
await runService(createInvoicingService({ creditSweepEveryMs: 1_000 }))
