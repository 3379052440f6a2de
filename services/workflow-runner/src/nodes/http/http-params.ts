import { z } from 'zod'
import { asText } from '../../engine/index.ts'
import { filesParam } from '../file-params.ts'
import { bodyKinds } from './http-files.ts'
import { pagings } from './http-pages.ts'

const AsText = z.preprocess(
  (value) => (value === undefined ? value : asText(value)),
  z.string().max(8_000),
)
// See RFC 9110, 5.1 and 5.5. The platform sets the headers for the connection and the body length.
const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'This is not a header name')
  .refine(
    (name) =>
      !/^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect)$/i.test(
        name,
      ),
    {
      error: 'Atrium sets this header itself',
    },
  )
const HeaderValue = z.preprocess(
  (value) => (value === undefined ? value : asText(value)),
  z
    .string()
    .max(8_000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'This is not a header value'),
)
/** The parameters of `http_request`. */
export const HttpParams = z.object({
  url: z.string().max(4_096).optional().describe('The address. By default, the item’s own'),
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    .default('GET')
    .describe('The method'),
  headers: z.record(HeaderName, HeaderValue).default({}).describe('Headers by name'),
  query: z.record(z.string().max(200), AsText).default({}).describe('Query parameters by name'),
  body: z
    .unknown()
    .optional()
    .meta({ format: 'json' })
    .describe(
      'The body. A text is JSON if it starts with { or [ or the content type says so. Values are escaped inside it',
    ),
  bodyKind: z
    .enum(bodyKinds)
    .default('body')
    .describe(
      'What is sent: the body, a form with the files and with the fields of the body, or one file as it is',
    ),
  files: filesParam('The files to send, at most 25 MB in total'),
  fileField: z
    .string()
    .min(1)
    .max(200)
    .default('file')
    .describe('The field of a form that holds the files'),
  credential: z
    .string()
    .max(200)
    .optional()
    .describe('The stored credential to send, by its id or name'),
  itemsPath: z
    .string()
    .max(500)
    .optional()
    .describe('The list in the response whose members become items'),
  paging: z
    .enum(pagings)
    .default('none')
    .describe(
      'Further pages: by the Link header, a cursor in the response, the page number or the offset',
    ),
  cursorPath: z
    .string()
    .max(500)
    .default('next')
    .describe('The path of the cursor in the response'),
  pageParam: z
    .string()
    .max(200)
    .optional()
    .describe('The query parameter of the cursor, number or offset. By default, page or offset'),
  maxPages: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe('The most pages of one request'),
  timeoutSeconds: z
    .number()
    .int()
    .min(1)
    .max(120)
    .default(30)
    .describe('The timeout of one response'),
  failOnStatus: z
    .boolean()
    .default(true)
    .describe('Fails the step if a response has status 400 or above'),
})
export type HttpCall = z.output<typeof HttpParams>
