export { decodeText, findEncoding } from './decode-text.ts'
export { parseExactJson } from './parse-exact-json.ts'
export { ArchiveError, type ArchiveLimits, unpackArchive } from './unpack-archive.ts'
