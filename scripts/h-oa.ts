import * as contracts from '@atrium/contracts'
import { openApiDocument } from '@atrium/http'
openApiDocument('Atrium', '1', contracts.operationsIn(contracts))
