// Writes docs/openapi.json from the contract; the check says when it is behind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { openapiText } from '../apps/server/src/app/docs.ts'
import { noArguments } from './process/command.ts'

noArguments('usage: npm run openapi')
mkdirSync('docs', { recursive: true })
writeFileSync('docs/openapi.json', openapiText())
