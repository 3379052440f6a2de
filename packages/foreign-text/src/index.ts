export { decodeText, findEncoding } from './decode-text.ts'
export { parseExactJson } from './parse-exact-json.ts'
